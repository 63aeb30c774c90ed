import { Undo2 } from 'lucide-react';
import type { Movement } from '@/features/stock/api';
import { MovementAmount } from '@/features/stock/movement-amount';
import { MovementReason } from '@/features/stock/movement-reason';
import { strings as stockStrings } from '@/features/stock/strings';
import { useActiveLocations } from '@/features/stock/use-locations';
import { useUndo } from '@/features/stock/use-undo';
import { formatDateTime, formatSigned } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import type { TableColumn } from '@/ui/data-table';
import { detailsStrings as s } from './details-strings';

export const movementColumns: TableColumn<Movement>[] = [
  {
    id: 'date',
    header: s.columns.date,
    cell: ({ row }) => (
      <span className="num whitespace-nowrap text-ink-2">{formatDateTime(row.original.createdAt)}</span>
    ),
    meta: { width: 'w-40' },
  },
  {
    id: 'type',
    header: s.columns.type,
    cell: ({ row }) => stockStrings.movementTypes[row.original.type],
    meta: { width: 'w-22' },
  },
  {
    id: 'quantity',
    header: s.columns.quantity,
    cell: ({ row }) => <MovementAmount movement={row.original} />,
    meta: { width: 'w-24', align: 'right' },
  },
  {
    id: 'stock',
    header: s.columns.stock,
    cell: ({ row }) => (
      <span className="text-ink-2">{s.beforeAfter(row.original.previousStock, row.original.newStock)}</span>
    ),
    meta: { width: 'w-30', align: 'right' },
  },
  { id: 'reason', header: s.columns.reason, cell: ({ row }) => <ReasonCell movement={row.original} /> },
  {
    id: 'user',
    header: s.columns.user,
    cell: ({ row }) => <span className="block truncate text-ink-2">{row.original.user || s.system}</span>,
    meta: { width: 'w-32' },
  },
  {
    id: 'actions',
    header: s.columns.actions,
    cell: ({ row }) => <UndoCell movement={row.original} />,
    meta: { width: 'w-32', align: 'right' },
  },
];

function signedOf({ type, quantity }: Movement): number {
  return type === 'entrada' ? quantity : -quantity;
}

/** With two or more locations it matters where. */
function ReasonCell({ movement }: { movement: Movement }) {
  const located = useActiveLocations().length > 1;
  return <MovementReason movement={movement} place={located ? movement.location : undefined} />;
}

function UndoCell({ movement }: { movement: Movement }) {
  const { isOffered, isBusy, undo } = useUndo(movement);
  if (movement.undone) return <Badge tone="mute">{s.undone}</Badge>;
  if (!isOffered) return null;
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={isBusy}
      aria-label={s.undoOf(formatSigned(signedOf(movement)), formatDateTime(movement.createdAt))}
      onClick={undo}
    >
      <Undo2 aria-hidden />
      {s.undo}
    </Button>
  );
}

/** The same movement on a phone. */
export function MovementCard({ movement }: { movement: Movement }) {
  return (
    <div className="space-y-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="num">
          <MovementAmount movement={movement} />{' '}
          <span className="text-sm text-ink-2">
            {s.beforeAfter(movement.previousStock, movement.newStock)}
          </span>
        </span>
        <span className="num text-xs text-ink-3">{formatDateTime(movement.createdAt)}</span>
      </div>
      <div className="flex items-center justify-between gap-3">
        <ReasonCell movement={movement} />
        <UndoCell movement={movement} />
      </div>
      <p className="text-xs text-ink-3">{movement.user || s.system}</p>
    </div>
  );
}
