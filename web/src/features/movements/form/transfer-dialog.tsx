import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Product } from '@/features/shared/api';
import { useActiveLocations, useLocationStock } from '@/features/shared/use-locations';
import { useProductNow } from '@/features/shared/use-product-now';
import { placeFieldErrors } from '@/lib/field-errors';
import { useOnceKey } from '@/lib/once-key';
import { parseWhole } from '@/lib/parse-decimal';
import { FormDialog } from '@/ui/form/form-dialog';
import { useTransfer } from '../api';
import { transferStrings as s } from '../strings';
import { showTransferred } from '../undo/transfer-toast';
import { TransferFields, type TransferValues } from './transfer-fields';

const fields = ['fromLocationId', 'toLocationId', 'quantity', 'notes'] as const;

/** The field that a message of the server belongs to. */
function fieldOf(named: string): keyof TransferValues | null {
  return named === 'productId' ? 'product' : (fields.find((field) => field === named) ?? null);
}

/** Carries units of a product from one location to another. */
export default function TransferDialog({ onClose }: { onClose: () => void }) {
  const productField = useRef<HTMLInputElement>(null);
  const quantityField = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const once = useOnceKey();
  const transfer = useTransfer();
  const form = useForm<TransferValues>({
    defaultValues: { product: null, fromLocationId: '', toLocationId: '', quantity: '', notes: '' },
  });
  const locations = useActiveLocations();
  const { product, learnAndThrow } = useProductNow(useWatch({ control: form.control, name: 'product' }));
  const lying = useLocationStock(product);

  function chooseProduct(next: Product | null) {
    form.setValue('product', next, { shouldDirty: true });
    form.clearErrors('product');
    if (next) quantityField.current?.focus();
  }

  async function submit(values: TransferValues) {
    if (!product) return;
    const body = {
      productId: product.idProduct,
      fromLocationId: Number(values.fromLocationId),
      toLocationId: Number(values.toLocationId),
      quantity: parseWhole(values.quantity) ?? 0,
      ...(values.notes.trim() !== '' && { notes: values.notes.trim() }),
    };
    const done = await transfer.mutateAsync({ body, once }).catch(learnAndThrow);
    showTransferred(queryClient, done);
    onClose();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      placeErrors={(refused, error) => placeFieldErrors(refused, error, fieldOf)}
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
