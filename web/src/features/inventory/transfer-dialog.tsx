import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Product } from '@/features/stock/api';
import { useActiveLocations, useLocationStock } from '@/features/stock/use-locations';
import { useOnceKey } from '@/lib/once-key';
import { parseWhole } from '@/lib/parse-decimal';
import { FormDialog } from '@/ui/form-dialog';
import { useTransfer } from './api';
import { transferStrings as s } from './strings';
import { TransferFields, type TransferValues } from './transfer-fields';
import { showTransferred } from './transfer-toast';

/** Carries units of a product from one location to another. */
export default function TransferDialog({ onClose }: { onClose: () => void }) {
  const productField = useRef<HTMLInputElement>(null);
  const quantityField = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const once = useOnceKey();
  const transfer = useTransfer();
  const form = useForm<TransferValues>({
    defaultValues: { productId: null, fromLocationId: '', toLocationId: '', quantity: '', notes: '' },
  });
  const locations = useActiveLocations();
  const lying = useLocationStock(useWatch({ control: form.control, name: 'productId' }));

  function chooseProduct(product: Product | null) {
    form.setValue('productId', product, { shouldDirty: true });
    form.clearErrors('productId');
    if (product) quantityField.current?.focus();
  }

  async function submit(values: TransferValues) {
    if (!values.productId) return;
    const done = await transfer.mutateAsync({
      body: {
        productId: values.productId.idProduct,
        fromLocationId: Number(values.fromLocationId),
        toLocationId: Number(values.toLocationId),
        quantity: parseWhole(values.quantity) ?? 0,
        ...(values.notes.trim() !== '' && { notes: values.notes.trim() }),
      },
      once,
    });
    showTransferred(queryClient, done);
    onClose();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s.title}
      description={s.description}
      initialFocus={productField}
      saveLabel={s.save}
      savingLabel={s.saving}
      failedTitle={s.failed}
    >
      <TransferFields
        form={form}
        locations={locations}
        lying={lying}
        productField={productField}
        quantityField={quantityField}
        onProductChange={chooseProduct}
      />
    </FormDialog>
  );
}
