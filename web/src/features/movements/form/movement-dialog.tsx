import { LocationField } from '@/features/shared/location-field';
import { FormDialog } from '@/ui/form/form-dialog';
import { adjustStrings, fieldStrings, movementStrings as s } from '../strings';
import { AdjustPreview } from './adjust-preview';
import { reasons } from './reasons';
import { NotesField, ProductField, QuantityAndReason } from './stock-fields';
import type { StockValues } from './stock-form';
import { useStockForm } from './use-stock-form';

type MovementDialogProps = { direction: 'in' | 'out'; onClose: () => void };

/** Stock that comes or goes, of a product found by its name or its code. */
export default function MovementDialog({ direction, onClose }: MovementDialogProps) {
  const stock = useStockForm(direction === 'in' ? 'add' : 'remove', null);
  const { form, product, now, productField, quantityField } = stock;

  async function submit(values: StockValues) {
    if (!product) return;
    if (direction === 'out' && now.here === 0) {
      form.setError('quantity', { message: adjustStrings.nothingToTake });
      return;
    }
    try {
      await stock.send(values);
    } catch (error) {
      await stock.learnFrom(error);
      throw error;
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
      savingLabel={fieldStrings.saving}
      failedTitle={adjustStrings.failed}
    >
      <ProductField form={form} field={productField} quantityField={quantityField} />
      <LocationField form={form} label={fieldStrings.location} options={stock.locationOptions} />
      <QuantityAndReason form={form} field={quantityField} reasons={reasons[direction]} />
      <NotesField form={form} />
      {product ? <AdjustPreview product={product} preview={stock.preview} /> : null}
    </FormDialog>
  );
}
