import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/lib/api-error';
import { formatDate, formatInteger, formatMoney } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { Badge } from '@/ui/feedback/badge';
import { showToast } from '@/ui/feedback/toast';
import { IconButton } from '@/ui/form/icon-button';
import { Card, CardHeader } from '@/ui/layout/card';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { type Purchase, type Receipt, useUndoReceipt } from './api';
import { ReceiptFiles } from './receipt-files';
import { detailStrings as s } from './strings';

/** What has come so far, one delivery after the other. */
export function ReceiptsCard({ purchase: { receipts } }: { purchase: Purchase }) {
  const canUndo = useCan('purchases.edit');
  const [undoing, setUndoing] = useState<Receipt | null>(null);
  return (
    <Card aria-labelledby="purchase-receipts">
      <CardHeader id="purchase-receipts" title={s.receipts} />
      {receipts.length === 0 ? (
        <p className="px-4 pb-4 text-ink-2">{s.receiptsEmpty}</p>
      ) : (
        <ol className="ruled border-t border-line">
          {receipts.map((receipt) => (
            <li key={receipt.id} className="px-4 py-2.5">
              <ReceiptItem receipt={receipt} onUndo={canUndo ? () => setUndoing(receipt) : null} />
            </li>
          ))}
        </ol>
      )}
      {undoing ? <UndoDialog receipt={undoing} onClose={() => setUndoing(null)} /> : null}
    </Card>
  );
}

function ReceiptItem({ receipt, onUndo }: { receipt: Receipt; onUndo: (() => void) | null }) {
  const { deliveryNote, date, accepted, rejected, lines, createdByName, undoneAt, currency } = receipt;
  return (
    <div className="stack-1">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-medium wrap-anywhere">{s.receiptNote(deliveryNote)}</span>
            {undoneAt === null ? null : <Badge tone="mute">{s.undone}</Badge>}
          </p>
          <p className="num text-xs text-ink-3">
            {formatDate(`${date}T12:00:00Z`)} · {createdByName || s.system}
          </p>
        </div>
        <span className="flex shrink-0 items-center">
          <span className="num">{s.receiptUnits(accepted, rejected)}</span>
          {onUndo && undoneAt === null ? <IconButton label={s.undoReceipt} icon={Undo2} onClick={onUndo} /> : null}
        </span>
      </div>
      <ul className="num text-sm text-ink-2">
        {lines.map((line) => (
          <li key={line.id} className="flex justify-between gap-3">
            <span className="min-w-0 truncate">{line.productName}</span>
            <span className="shrink-0">
              {formatInteger(line.accepted)}
              {line.totalCost == null ? '' : ` · ${formatMoney(line.totalCost, currency)}`}
            </span>
          </li>
        ))}
      </ul>
      <ReceiptFiles receipt={receipt} />
    </div>
  );
}

function UndoDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const undo = useUndoReceipt();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.undoReceiptTitle}
      body={s.undoReceiptBody}
      confirmLabel={s.undo}
      busy={undo.isPending}
      busyLabel={s.undoing}
      error={undo.error ? errorText(undo.error) : undefined}
      onConfirm={() =>
        undo.mutate(receipt.id, {
          onSuccess: () => {
            onClose();
            showToast({ title: s.receiptUndone });
          },
        })
      }
    />
  );
}
