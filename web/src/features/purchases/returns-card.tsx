import { Undo2 } from 'lucide-react';
import { errorText } from '@/lib/api-error';
import { formatDateTime, formatInteger } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { Badge } from '@/ui/feedback/badge';
import { showToast } from '@/ui/feedback/toast';
import { IconButton } from '@/ui/form/icon-button';
import { Card, CardHeader } from '@/ui/layout/card';
import { type Purchase, type SupplierReturn, useUndoReturn } from './api';
import { detailStrings as s } from './strings';

/** What went back to the supplier; nothing while nothing did. */
export function ReturnsCard({ purchase: { returns } }: { purchase: Purchase }) {
  if (returns.length === 0) return null;
  return (
    <Card aria-labelledby="purchase-returns">
      <CardHeader id="purchase-returns" title={s.returns} />
      <ul className="ruled border-t border-line">
        {returns.map((one) => (
          <li key={one.id} className="px-4 py-2.5">
            <ReturnItem given={one} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ReturnItem({ given }: { given: SupplierReturn }) {
  const canEdit = useCan('purchases.edit');
  const undo = useUndoReturn();
  const { id, lines, replace, notes, createdAt, createdByName, undoneAt } = given;

  async function takeBack() {
    try {
      await undo.mutateAsync(id);
      showToast({ title: s.returnUndone });
    } catch (error) {
      showToast({ type: 'error', title: s.undoFailed, description: errorText(error) });
    }
  }

  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <ul>
          {lines.map((line) => (
            <li key={line.id} className="wrap-anywhere">
              <span className="num font-medium">{formatInteger(line.quantity)} × </span>
              {line.productName}
            </li>
          ))}
        </ul>
        {notes === '' ? null : <p className="text-sm text-ink-2 wrap-anywhere">{notes}</p>}
        <p className="num text-xs text-ink-3">
          {formatDateTime(createdAt)} · {createdByName || s.system}
          {replace ? ` · ${s.returnReplaced}` : ''}
        </p>
      </div>
      {undoneAt !== null ? (
        <Badge tone="mute">{s.undone}</Badge>
      ) : canEdit ? (
        <IconButton label={s.undoReturn} icon={Undo2} disabled={undo.isPending} onClick={() => void takeBack()} />
      ) : null}
    </div>
  );
}
