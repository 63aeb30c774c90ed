import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ApiError } from '@/lib/api-error';
import { useOnceKey } from '@/lib/once-key';
import { parseWhole } from '@/lib/parse-decimal';
import { FormDialog } from '@/ui/form-dialog';
import { IntoView } from '@/ui/into-view';
import { Notice } from '@/ui/states';
import { AdjustFields, type AdjustValues } from './adjust-fields';
import { AdjustPreview } from './adjust-preview';
import {
  type AdjustmentType,
  adjustmentBody,
  type LocationChoice,
  previewAdjustment,
  type StockNow,
} from './adjustment';
import { type Adjustment, locationStockQuery, type Product, productQuery, useAdjustStock } from './api';
import { strings } from './strings';
import { showAdjusted } from './undo-toast';
import { mainLocation, useActiveLocations } from './use-locations';

const s = strings.adjust;

/** Which stock the adjustment is about: the whole one, or that of the location chosen among several. */
function useStockNow(product: Product, locationId: string): StockNow & { locations: LocationChoice[] } {
  const active = useActiveLocations();
  const several = active.length > 1;
  const { data: stocks } = useQuery({ ...locationStockQuery(product.idProduct), enabled: several });
  const total = product.currentStock;
  if (!several) return { total, here: total, locations: [] };
  const stockAt = (id: number) => stocks?.find((stock) => stock.locationId === id)?.stock ?? 0;
  const chosen = active.find(({ id }) => String(id) === locationId) ?? mainLocation(active);
  return {
    total,
    here: chosen ? stockAt(chosen.id) : total,
    locations: active.map(({ id, name, isMain }) => ({ id, name, isMain, stock: stockAt(id) })),
  };
}

/** What became of an attempt besides success or a refusal. */
type Outcome = 'changed' | 'same';

type AdjustDialogProps = { product: Product; onClose: () => void };

export default function AdjustDialog({ product: seen, onClose }: AdjustDialogProps) {
  const quantityField = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const once = useOnceKey();
  const { data: product = seen, refetch } = useQuery({
    ...productQuery(seen.idProduct),
    placeholderData: seen,
  });
  const [type, setType] = useState<AdjustmentType>('add');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const adjust = useAdjustStock();
  const form = useForm<AdjustValues>({
    defaultValues: { quantity: '', reason: '', notes: '', locationId: '' },
  });
  const [quantityText, locationId] = useWatch({ control: form.control, name: ['quantity', 'locationId'] });
  const { locations, ...now } = useStockNow(product, locationId);
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
    if (type === 'set' && quantity === now.here) {
      setOutcome('same');
      return;
    }
    const adjustment: Adjustment = {
      ...adjustmentBody(type, quantity, now),
      reason: values.reason as NonNullable<Adjustment['reason']>,
      ...(values.notes.trim() !== '' && { notes: values.notes.trim() }),
      ...(values.locationId !== '' && { locationId: Number(values.locationId) }),
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
        before: adjusted.currentStock - preview.change,
        movementId,
      });
      onClose();
    } catch (error) {
      await learn(error);
    }
  }

  /** Another stock than the one on screen is fetched first, so that the sentence and the preview agree. */
  async function learn(error: unknown) {
    const isChanged = error instanceof ApiError && error.status === 409 && type === 'set';
    if (isChanged || (error instanceof ApiError && error.kind === 'fields')) await refetch();
    if (!isChanged) throw error;
    setOutcome('changed');
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
