import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Product } from '@/features/stock/api';
import { useActiveLocations, useLocationStock } from '@/features/stock/use-locations';
import { errorText } from '@/lib/api-error';
import { applyFieldErrors } from '@/lib/field-errors';
import { useOnceKey } from '@/lib/once-key';
import { parseWhole } from '@/lib/parse-decimal';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { revealField } from '@/ui/reveal-field';
import { SaveHint } from '@/ui/save-hint';
import { FormError } from '@/ui/states';
import { useTransfer } from './api';
import { transferStrings as s } from './strings';
import { TransferFields, type TransferValues } from './transfer-fields';
import { showTransferred } from './transfer-toast';

/** Carries units of a product from one location to another. */
export default function TransferDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const productField = useRef<HTMLInputElement>(null);
  const quantityField = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const once = useOnceKey();
  const transfer = useTransfer();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<TransferValues>({
    defaultValues: { productId: null, fromLocationId: '', toLocationId: '', quantity: '', notes: '' },
  });
  const locations = useActiveLocations();
  const stockAt = useLocationStock(useWatch({ control: form.control, name: 'productId' }));

  function chooseProduct(product: Product | null) {
    form.setValue('productId', product, { shouldDirty: true });
    form.clearErrors('productId');
    if (product) quantityField.current?.focus();
  }

  async function submit(values: TransferValues) {
    setFailure(null);
    if (!values.productId) return;
    try {
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
    } catch (error) {
      const field = applyFieldErrors(form, error);
      if (field === null) setFailure(errorText(error));
      else if (element.current) revealField(element.current, field);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.title}
      description={s.description}
      initialFocus={productField}
      dirty={form.formState.isDirty}
      footer={
        <>
          <SaveHint />
          <DialogClose render={<Button />}>{s.cancel}</DialogClose>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={form.formState.isSubmitting}
            busyLabel={s.saving}
          >
            {s.save}
          </Button>
        </>
      }
    >
      <form
        ref={element}
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <TransferFields
          form={form}
          locations={locations}
          stockAt={stockAt}
          productField={productField}
          quantityField={quantityField}
          onProductChange={chooseProduct}
        />
        {failure === null ? null : (
          <FormError>
            <p className="font-semibold">{s.failed}</p>
            <p>{failure}</p>
          </FormError>
        )}
      </form>
    </Dialog>
  );
}
