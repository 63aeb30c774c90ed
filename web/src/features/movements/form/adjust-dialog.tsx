import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Product } from '@/features/shared/api';
import { LocationField } from '@/features/shared/location-field';
import { ApiError } from '@/lib/api-error';
import { IntoView } from '@/ui/feedback/into-view';
import { Notice } from '@/ui/feedback/states';
import { FormDialog } from '@/ui/form/form-dialog';
import { Segmented } from '@/ui/form/segmented';
import { fieldStrings, adjustStrings as s } from '../strings';
import { AdjustPreview } from './adjust-preview';
import type { AdjustmentType } from './adjustment';
import { reasonsFor } from './reasons';
import { NotesField, QuantityAndReason } from './stock-fields';
import { quantityOf, type StockValues } from './stock-form';
import { useStockForm } from './use-stock-form';

const types = [
  { value: 'add', label: s.types.add, shortLabel: s.types.addShort },
  { value: 'remove', label: s.types.remove, shortLabel: s.types.removeShort },
  { value: 'set', label: s.types.set, shortLabel: s.types.setShort },
] as const;

/** What became of an attempt besides success or a refusal. */
type Outcome = 'changed' | 'same';

type AdjustDialogProps = { product: Product; onClose: () => void };

export default function AdjustDialog({ product: seen, onClose }: AdjustDialogProps) {
  const [type, setType] = useState<AdjustmentType>('add');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const stock = useStockForm(type, seen);
  const { form, now, quantityField } = stock;
  const product = stock.product ?? seen;
  const quantity = useWatch({ control: form.control, name: 'quantity' });
  const reasons = reasonsFor(directionOf(type, stock.preview.change, quantity));

  function changeType(next: AdjustmentType) {
    setType(next);
    setOutcome(null);
    if (!reasonsFor(directionOf(next, 0, '')).some((reason) => reason === form.getValues('reason'))) {
      form.setValue('reason', '');
    }
    form.clearErrors('quantity');
    form.clearErrors('reason');
    form.clearErrors('root');
  }

  async function submit(values: StockValues) {
    setOutcome(null);
    if (type === 'remove' && now.here === 0) {
      form.setError('quantity', { message: s.nothingToTake });
      return;
    }
    if (type === 'set' && stock.lying.isKnown && quantityOf(values) === now.here) {
      setOutcome('same');
      return;
    }
    try {
      if (await stock.send(values)) onClose();
      else setOutcome('same');
    } catch (error) {
      await stock.learnFrom(error);
      const isChanged = error instanceof ApiError && error.status === 409 && type === 'set';
      if (!isChanged) throw error;
      setOutcome('changed');
    }
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s.title}
      description={
        <>
          <span className="text-ink">{product.name}</span> · <span className="code inline-block">{product.sku}</span>
        </>
      }
      initialFocus={quantityField}
      saveLabel={s.save}
      savingLabel={fieldStrings.saving}
      failedTitle={s.failed}
    >
      <Segmented
        label={s.types.label}
        segments={types}
        value={type}
        onValueChange={changeType}
        className="w-full [&>*]:h-9"
      />
      <LocationField form={form} label={fieldStrings.location} options={stock.locationOptions} />
      <QuantityAndReason form={form} field={quantityField} reasons={reasons} />
      <NotesField form={form} />
      <AdjustPreview product={product} preview={stock.preview} />
      {outcome ? (
        <IntoView>
          <OutcomeNote outcome={outcome} stock={product.currentStock} here={now.here} />
        </IntoView>
      ) : null}
    </FormDialog>
  );
}

/** Above 0 where stock comes in, below where it goes; what is set goes where the figure says, once there is one. */
function directionOf(type: AdjustmentType, change: number, quantity: string): number {
  if (type === 'set') return quantity.trim() === '' ? 0 : change;
  return type === 'add' ? 1 : -1;
}

function OutcomeNote({ outcome, stock, here }: { outcome: Outcome; stock: number; here: number }) {
  if (outcome === 'same') return <Notice tone="info">{s.alreadyThere(here)}</Notice>;
  return (
    <Notice tone="low" title={s.changedTitle}>
      {s.changedText(stock)}
    </Notice>
  );
}
