import { Plus, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { useCurrency } from '@/lib/business';
import { formatMoney } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { Card, CardHeader } from '@/ui/layout/card';
import { lazy } from '@/ui/overlay/lazy';
import { type ExtraCost, type Purchase, useUndoExtraCost } from './api';
import { detailStrings as s } from './strings';

const ExtraDialog = lazy(() => import('./extra-dialog'));

/** What the purchase cost besides its lines, and how much of that is in the stock. */
export function ExtrasCard({ purchase }: { purchase: Purchase }) {
  const canEdit = useCan('purchases.edit') && purchase.status !== 'cancelled';
  const [isAdding, setAdding] = useState(false);
  const extras = (purchase.extraCosts ?? []).filter(({ undoneAt }) => undoneAt === null);
  return (
    <Card aria-labelledby="purchase-extras">
      <CardHeader
        id="purchase-extras"
        title={s.extras}
        action={
          canEdit ? (
            <Button size="sm" onClick={() => setAdding(true)}>
              <Plus aria-hidden />
              {s.addExtra}
            </Button>
          ) : undefined
        }
      />
      {extras.length === 0 ? (
        <p className="px-4 pb-4 text-ink-2">{s.extrasEmpty}</p>
      ) : (
        <ul className="ruled border-t border-line">
          {extras.map((extra) => (
            <li key={extra.id} className="px-4 py-2.5">
              <ExtraItem purchase={purchase} extra={extra} canEdit={canEdit} />
            </li>
          ))}
        </ul>
      )}
      <Suspense>{isAdding ? <ExtraDialog purchase={purchase} onClose={() => setAdding(false)} /> : null}</Suspense>
    </Card>
  );
}

function ExtraItem({ purchase, extra, canEdit }: { purchase: Purchase; extra: ExtraCost; canEdit: boolean }) {
  const undo = useUndoExtraCost();
  const costs = useCurrency('purchase');
  const { id, kindName, amount, currency, notes, soldCost, sharedCost } = extra;

  async function remove() {
    try {
      await undo.mutateAsync({ id: purchase.id, extraId: id });
      showToast({ title: s.extraUndone });
    } catch (error) {
      showToast({ type: 'error', title: s.undoFailed, description: errorText(error) });
    }
  }

  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="font-medium">{kindName}</p>
        {notes === '' ? null : <p className="text-sm text-ink-2 wrap-anywhere">{notes}</p>}
        {sharedCost ? null : <p className="text-xs text-ink-3">{s.extraWaiting}</p>}
        {soldCost && costs !== undefined ? (
          <p className="num text-xs text-ink-3">{s.extraSold(formatMoney(soldCost, costs))}</p>
        ) : null}
      </div>
      <span className="flex shrink-0 items-center">
        <span className="num">{formatMoney(amount, currency)}</span>
        {canEdit ? (
          <IconButton label={s.undoExtra} icon={X} disabled={undo.isPending} onClick={() => void remove()} />
        ) : null}
      </span>
    </div>
  );
}
