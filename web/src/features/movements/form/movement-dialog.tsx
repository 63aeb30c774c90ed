import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Product } from '@/features/shared/api';
import { mainLocation, useActiveLocations, useLocationStock } from '@/features/shared/use-locations';
import { useProductNow } from '@/features/shared/use-product-now';
import { useOnceKey } from '@/lib/once-key';
import { parseWhole } from '@/lib/parse-decimal';
import { FormDialog } from '@/ui/form/form-dialog';
import { type Adjustment, useAdjustStock } from '../api';
import { movementStrings as s } from '../strings';
import { showAdjusted } from '../undo/undo-toast';
import { AdjustPreview } from './adjust-preview';
import { adjustmentBody, previewAdjustment } from './adjustment';
import { MovementFields, type MovementValues } from './movement-fields';

export type Direction = 'in' | 'out';

type MovementDialogProps = { direction: Direction; onClose: () => void };

/** Stock that comes or goes, of a product found by its name or its code. */
export default function MovementDialog({ direction, onClose }: MovementDialogProps) {
  const productField = useRef<HTMLInputElement>(null);
  const quantityField = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const once = useOnceKey();
  const adjust = useAdjustStock();
  const form = useForm<MovementValues>({
    defaultValues: { product: null, quantity: '', reason: '', notes: '', locationId: '' },
  });
  const [chosen, quantityText, locationText] = useWatch({
    control: form.control,
    name: ['product', 'quantity', 'locationId'],
  });
  const { product, learnAndThrow } = useProductNow(chosen);
  const locations = useActiveLocations();
  const lying = useLocationStock(product);
  const locationId = Number(locationText) || mainLocation(locations)?.id;
  const here = lying.stockAt(locationId);
  const type = direction === 'in' ? 'add' : 'remove';
  const now = { total: product?.currentStock ?? 0, here };
  const preview = previewAdjustment(type, parseWhole(quantityText) ?? 0, now);

  function chooseProduct(next: Product | null) {
    form.setValue('product', next, { shouldDirty: true });
    form.clearErrors(['product', 'quantity']);
    form.clearErrors('root');
    if (next) quantityField.current?.focus();
  }

  async function submit(values: MovementValues) {
    if (!product) return;
    if (direction === 'out' && here === 0) {
      form.setError('quantity', { message: s.nothingToTake });
      return;
    }
    const adjustment: Adjustment = {
      ...adjustmentBody(type, parseWhole(values.quantity) ?? 0, now),
      reason: values.reason as NonNullable<Adjustment['reason']>,
      ...(values.notes.trim() !== '' && { notes: values.notes.trim() }),
      ...(locations.length > 1 && locationId !== undefined && { locationId }),
    };
    const { product: moved, movementId } = await adjust
      .mutateAsync({ productId: product.idProduct, adjustment, once })
      .catch(learnAndThrow);
    if (movementId !== null) {
      showAdjusted(queryClient, {
        product: moved,
        before: moved.currentStock - preview.change,
        movementId,
      });
    }
    onClose();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s[direction].title}
      description={s[direction].description}
      initialFocus={productField}
      saveLabel={s[direction].save}
      savingLabel={s.saving}
      failedTitle={s.failed}
    >
      <MovementFields
        form={form}
        direction={direction}
        locations={locations}
        lying={lying}
        productField={productField}
        quantityField={quantityField}
        onProductChange={chooseProduct}
      />
      {product ? <AdjustPreview product={product} preview={preview} /> : null}
    </FormDialog>
  );
}
