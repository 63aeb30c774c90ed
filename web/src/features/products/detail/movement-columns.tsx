import { Undo2 } from 'lucide-react';
import type { Movement } from '@/features/stock/api';
import { MovementAmount } from '@/features/stock/movement-amount';
import { MovementReason } from '@/features/stock/movement-reason';
import { strings as stockStrings } from '@/features/stock/strings';
import { useActiveLocations } from '@/features/stock/use-locations';
import { useUndo } from '@/features/stock/use-undo';
import { formatDateTime, formatSigned } from '@/lib/format';
import { Badge } from '@/ui/feedback/badge';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { Moment } from '@/ui/layout/moment';
import type { TableColumn } from '@/ui/list/data-table';
import { detailsStrings as s } from './strings';

export const movementColumns: TableColumn<Movement>[] = [
  {
    id: 'date',
    header: s.columns.date,
    cell: ({ row }) => <Moment at={row.original.createdAt} />,
    meta: { width: 'w-28' },
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
    cell: ({ row }) => <Quantity movement={row.original} />,
    meta: { width: 'w-32', align: 'right' },
  },
  { id: 'reason', header: s.columns.reason, cell: ({ row }) => <ReasonCell movement={row.original} /> },
  {
    id: 'user',
    header: s.columns.user,
    cell: ({ row }) => (
      <span className="line-clamp-2 text-sm leading-tight wrap-anywhere text-ink-2">
        {row.original.user || s.system}
      </span>
    ),
    meta: { width: 'w-30' },
  },
  {
    id: 'actions',
    header: s.columns.actions,
    cell: ({ row }) => <Undo movement={row.original} />,
    meta: { width: 'w-26', align: 'right' },
  },
];

function Quantity({ movement }: { movement: Movement }) {
  return (
    <span className="block leading-tight">
      <MovementAmount movement={movement} className="block" />
      <span className="block text-xs text-ink-3">
        {s.beforeAfter(movement.previousStock, movement.newStock)}
      </span>
    </span>
  );
}

function signedOf({ type, quantity }: Movement): number {
  return type === 'entrada' ? quantity : -quantity;
}

/** With two or more locations it matters where. */
function ReasonCell({ movement }: { movement: Movement }) {
  const located = useActiveLocations().length > 1;
  return <MovementReason movement={movement} place={located ? movement.location : undefined} />;
}

/** A row of the table has room for the arrow alone, a card for the word too. */
function Undo({ movement, inWords = false }: { movement: Movement; inWords?: boolean }) {
  const { isOffered, isBusy, undo } = useUndo(movement);
  const label = s.undoOf(formatSigned(signedOf(movement)), formatDateTime(movement.createdAt));
  if (movement.undone) return <Badge tone="mute">{s.undone}</Badge>;
  if (!isOffered) return null;
  if (!inWords)
    return <IconButton label={label} icon={Undo2} busy={isBusy} onClick={undo} className="-mr-2" />;
  return (
    <Button variant="ghost" size="sm" busy={isBusy} aria-label={label} onClick={undo}>
      <Undo2 aria-hidden />
      {s.undo}
    </Button>
  );
}

/** The same movement on a phone. */
export function MovementCard({ movement }: { movement: Movement }) {
  return (
    <div className="stack-1.5">
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
        <Undo movement={movement} inWords />
      </div>
      <p className="text-xs text-ink-3">{movement.user || s.system}</p>
    </div>
  );
}
