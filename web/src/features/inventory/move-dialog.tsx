import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { AdjustPreview } from '@/features/stock/adjust-preview';
import { adjustmentBody, previewAdjustment } from '@/features/stock/adjustment';
import { type Adjustment, type Product, useAdjustStock } from '@/features/stock/api';
import { showAdjusted } from '@/features/stock/undo-toast';
import { mainLocation, useActiveLocations, useLocationStock } from '@/features/stock/use-locations';
import { errorText } from '@/lib/api-error';
import { applyFieldErrors } from '@/lib/field-errors';
import { useOnceKey } from '@/lib/once-key';
import { parseWhole } from '@/lib/parse-decimal';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { revealField } from '@/ui/reveal-field';
import { SaveHint } from '@/ui/save-hint';
import { FormError } from '@/ui/states';
import { MoveFields, type MoveValues } from './move-fields';
import { moveStrings as s } from './strings';

export type Direction = 'in' | 'out';

type MoveDialogProps = { direction: Direction; onClose: () => void };

/** Stock that comes or goes, of a product found by its name or its code. */
export default function MoveDialog({ direction, onClose }: MoveDialogProps) {
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const productField = useRef<HTMLInputElement>(null);
  const quantityField = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const once = useOnceKey();
  const adjust = useAdjustStock();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<MoveValues>({
    defaultValues: { productId: null, quantity: '', reason: '', notes: '', locationId: '' },
  });
  const [product, quantityText, locationText] = useWatch({
    control: form.control,
    name: ['productId', 'quantity', 'locationId'],
  });
  const locations = useActiveLocations();
  const stockAt = useLocationStock(product);
  const locationId = Number(locationText) || mainLocation(locations)?.id;
  const here = stockAt(locationId);
  const type = direction === 'in' ? 'add' : 'remove';
  const now = { total: product?.currentStock ?? 0, here };
  const preview = previewAdjustment(type, parseWhole(quantityText) ?? 0, now);

  function chooseProduct(chosen: Product | null) {
    form.setValue('productId', chosen, { shouldDirty: true });
    form.clearErrors(['productId', 'quantity']);
    setFailure(null);
    if (chosen) quantityField.current?.focus();
  }

  async function submit(values: MoveValues) {
    setFailure(null);
    if (!values.productId) return;
    if (direction === 'out' && here === 0) {
      form.setError('quantity', { message: s.nothingToTake });
      return;
    }
    try {
      const { product: moved, movementId } = await adjust.mutateAsync({
        productId: values.productId.idProduct,
        adjustment: {
          ...adjustmentBody(type, parseWhole(values.quantity) ?? 0, now),
          reason: values.reason as NonNullable<Adjustment['reason']>,
          ...(values.notes.trim() !== '' && { notes: values.notes.trim() }),
          ...(locations.length > 1 && locationId !== undefined && { locationId }),
        },
        once,
      });
      if (movementId !== null) {
        showAdjusted(queryClient, {
          product: moved,
          before: moved.currentStock - preview.change,
          movementId,
        });
      }
      onClose();
    } catch (error) {
      explain(error);
    }
  }

  /** What the stock is now arrives with the live events; the message of the server says it too. */
  function explain(error: unknown) {
    const field = applyFieldErrors(form, error);
    if (field === null) setFailure(errorText(error));
    else if (element.current) revealField(element.current, field);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s[direction].title}
      description={s[direction].description}
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
            {s[direction].save}
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
        <MoveFields
          form={form}
          direction={direction}
          locations={locations}
          stockAt={stockAt}
          productField={productField}
          quantityField={quantityField}
          onProductChange={chooseProduct}
        />
        {product ? <AdjustPreview product={product} preview={preview} /> : null}
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
