import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { AdjustPreview } from '@/features/stock/adjust-preview';
import { adjustmentBody, previewAdjustment } from '@/features/stock/adjustment';
import { type Adjustment, type Product, useAdjustStock } from '@/features/stock/api';
import { showAdjusted } from '@/features/stock/undo-toast';
import { mainLocation, useActiveLocations, useLocationStock } from '@/features/stock/use-locations';
import { useOnceKey } from '@/lib/once-key';
import { parseWhole } from '@/lib/parse-decimal';
import { FormDialog } from '@/ui/form-dialog';
import { MoveFields, type MoveValues } from './move-fields';
import { moveStrings as s } from './strings';

export type Direction = 'in' | 'out';

type MoveDialogProps = { direction: Direction; onClose: () => void };

/** Stock that comes or goes, of a product found by its name or its code. */
export default function MoveDialog({ direction, onClose }: MoveDialogProps) {
  const productField = useRef<HTMLInputElement>(null);
  const quantityField = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const once = useOnceKey();
  const adjust = useAdjustStock();
  const form = useForm<MoveValues>({
    defaultValues: { productId: null, quantity: '', reason: '', notes: '', locationId: '' },
  });
  const [product, quantityText, locationText] = useWatch({
    control: form.control,
    name: ['productId', 'quantity', 'locationId'],
  });
  const locations = useActiveLocations();
  const lying = useLocationStock(product);
  const locationId = Number(locationText) || mainLocation(locations)?.id;
  const here = lying.stockAt(locationId);
  const type = direction === 'in' ? 'add' : 'remove';
  const now = { total: product?.currentStock ?? 0, here };
  const preview = previewAdjustment(type, parseWhole(quantityText) ?? 0, now);

  function chooseProduct(chosen: Product | null) {
    form.setValue('productId', chosen, { shouldDirty: true });
    form.clearErrors(['productId', 'quantity']);
    form.clearErrors('root');
    if (chosen) quantityField.current?.focus();
  }

  async function submit(values: MoveValues) {
    if (!values.productId) return;
    if (direction === 'out' && here === 0) {
      form.setError('quantity', { message: s.nothingToTake });
      return;
    }
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
      <MoveFields
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
