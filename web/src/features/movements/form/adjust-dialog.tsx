import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Product } from '@/features/shared/api';
import { mainLocation, useActiveLocations, useLocationStock } from '@/features/shared/use-locations';
import { useProductNow } from '@/features/shared/use-product-now';
import { ApiError } from '@/lib/api-error';
import { useOnceKey } from '@/lib/once-key';
import { parseWhole } from '@/lib/parse-decimal';
import { IntoView } from '@/ui/feedback/into-view';
import { Notice } from '@/ui/feedback/states';
import { FormDialog } from '@/ui/form/form-dialog';
import { type Adjustment, useAdjustStock } from '../api';
import { adjustStrings } from '../strings';
import { showAdjusted } from '../undo/undo-toast';
import { AdjustFields, type AdjustValues } from './adjust-fields';
import { AdjustPreview } from './adjust-preview';
import { type AdjustmentType, adjustmentBody, previewAdjustment } from './adjustment';

const s = adjustStrings;

/** Which stock the adjustment is about: the whole one, or that of the location chosen among several. */
function useStockNow(product: Product, locationId: string) {
  const locations = useActiveLocations();
  const lying = useLocationStock(product);
  const location = Number(locationId) || mainLocation(locations)?.id;
  return { locations, location, lying, now: { total: product.currentStock, here: lying.stockAt(location) } };
}

/** What became of an attempt besides success or a refusal. */
type Outcome = 'changed' | 'same';

type AdjustDialogProps = { product: Product; onClose: () => void };

export default function AdjustDialog({ product: seen, onClose }: AdjustDialogProps) {
  const quantityField = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const once = useOnceKey();
  const { product, learnFrom } = useProductNow(seen);
  const [type, setType] = useState<AdjustmentType>('add');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const adjust = useAdjustStock();
  const form = useForm<AdjustValues>({
    defaultValues: { quantity: '', reason: '', notes: '', locationId: '' },
  });
  const [quantityText, locationId] = useWatch({ control: form.control, name: ['quantity', 'locationId'] });
  const { locations, location, lying, now } = useStockNow(product, locationId);
  const preview = previewAdjustment(type, parseWhole(quantityText) ?? 0, now);

  function changeType(next: AdjustmentType) {
    setType(next);
    setOutcome(null);
    form.clearErrors('quantity');
    form.clearErrors('root');
  }

  async function submit(values: AdjustValues) {
    setOutcome(null);
    const quantity = parseWhole(values.quantity) ?? 0;
    if (type === 'remove' && now.here === 0) {
      form.setError('quantity', { message: s.nothingToTake });
      return;
    }
    if (type === 'set' && lying.isKnown && quantity === now.here) {
      setOutcome('same');
      return;
    }
    const adjustment: Adjustment = {
      ...adjustmentBody(type, quantity, now),
      reason: values.reason as NonNullable<Adjustment['reason']>,
      ...(values.notes.trim() !== '' && { notes: values.notes.trim() }),
      ...(locations.length > 1 && location !== undefined && { locationId: location }),
    };
    try {
      const { product: adjusted, movementId } = await adjust.mutateAsync({
        productId: product.idProduct,
        adjustment,
        once,
      });
      if (movementId === null) {
        setOutcome('same');
        return;
      }
      showAdjusted(queryClient, {
        product: adjusted,
        // What was set, was set over the stock that was seen, or the server would have refused.
        before: type === 'set' ? now.total : adjusted.currentStock - preview.change,
        movementId,
      });
      onClose();
    } catch (error) {
      await learnFrom(error);
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
          <span className="text-ink">{product.name}</span> ·{' '}
          <span className="code inline-block">{product.sku}</span>
        </>
      }
      initialFocus={quantityField}
      saveLabel={s.save}
      savingLabel={s.saving}
      failedTitle={s.failed}
    >
      <AdjustFields
        form={form}
        type={type}
        onTypeChange={changeType}
        quantityField={quantityField}
        locations={locations}
        lying={lying}
      />
      <AdjustPreview product={product} preview={preview} />
      {outcome ? (
        <IntoView>
          <OutcomeNote outcome={outcome} stock={product.currentStock} here={now.here} />
        </IntoView>
      ) : null}
    </FormDialog>
  );
}

function OutcomeNote({ outcome, stock, here }: { outcome: Outcome; stock: number; here: number }) {
  if (outcome === 'same') return <Notice tone="info">{s.alreadyThere(here)}</Notice>;
  return (
    <Notice tone="low" title={s.changedTitle}>
      {s.changedText(stock)}
    </Notice>
  );
}
