import { useActiveLocations } from '@/features/shared/use-locations';
import { formatDateTime, formatSigned } from '@/lib/format';
import type { TableColumn } from '@/ui/list/data-table';
import type { Movement } from './api';
import { MovementAmount } from './movement-amount';
import { date, userOf } from './movement-columns';
import { MovementReason } from './movement-reason';
import { movementWords, strings as s } from './strings';
import { UndoMovement } from './undo/undo-movement';

/** The movements of one product: its name is on the page already, so the day comes first. */
export const movementColumns: TableColumn<Movement>[] = [
  date,
  {
    id: 'type',
    header: s.columns.type,
    cell: (row) => movementWords.types[row.type],
    width: 'w-22',
  },
  {
    id: 'quantity',
    header: s.columns.quantity,
    cell: (row) => <Quantity movement={row} />,
    width: 'w-32',
    align: 'right',
  },
  {
    id: 'reason',
    header: s.columns.productReason,
    cell: (row) => <ReasonCell movement={row} />,
  },
  {
    id: 'user',
    header: s.columns.user,
    cell: (row) => <span className="line-clamp-2 text-sm leading-tight wrap-anywhere text-ink-2">{userOf(row)}</span>,
    width: 'w-30',
  },
  {
    id: 'actions',
    header: s.columns.actions,
    cell: (row) => <UndoMovement movement={row} label={undoLabel(row)} className="-mr-2" />,
    width: 'w-26',
    align: 'right',
  },
];

function Quantity({ movement }: { movement: Movement }) {
  return (
    <span className="block leading-tight">
      <MovementAmount movement={movement} className="block" />
      <span className="block text-xs text-ink-3">{s.stockChange(movement.previousStock, movement.newStock)}</span>
    </span>
  );
}

function undoLabel({ type, quantity, createdAt }: Movement): string {
  return s.undoAt(formatSigned(type === 'entrada' ? quantity : -quantity), formatDateTime(createdAt));
}

/** With two or more locations it matters where. */
function ReasonCell({ movement }: { movement: Movement }) {
  const located = useActiveLocations().length > 1;
  return <MovementReason movement={movement} place={located ? movement.location : undefined} />;
}

/** The same movement on a phone. */
export function MovementCard({ movement }: { movement: Movement }) {
  return (
    <div className="stack-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="num">
          <MovementAmount movement={movement} />{' '}
          <span className="text-sm text-ink-2">{s.stockChange(movement.previousStock, movement.newStock)}</span>
        </span>
        <span className="num text-xs text-ink-3">{formatDateTime(movement.createdAt)}</span>
      </div>
      <div className="flex items-center justify-between gap-3">
        <ReasonCell movement={movement} />
        <UndoMovement movement={movement} label={undoLabel(movement)} inWords />
      </div>
      <p className="text-xs text-ink-3">{userOf(movement)}</p>
    </div>
  );
}
