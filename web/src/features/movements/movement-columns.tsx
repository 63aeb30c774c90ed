import { Link } from '@tanstack/react-router';
import { ProductCell } from '@/features/shared/product-link';
import { recordColumns } from '@/features/shared/record-columns';
import { formatDateTime } from '@/lib/format';
import type { TableColumn } from '@/ui/list/data-table';
import type { Movement } from './api';
import { MovementAmount, MovementArrow } from './movement-amount';
import { MovementReason } from './movement-reason';
import { movementWords, reasonLabel, sourceLabel, strings } from './strings';
import { UndoMovement } from './undo/undo-movement';

const titles = strings.columns;

export const { product, location, user, date } = recordColumns<Movement>({
  titles,
  productName: (movement) => movement.product,
  userOf: (movement) => userOf(movement),
});

const before: TableColumn<Movement>[] = [
  product,
  {
    id: 'type',
    header: titles.type,
    cell: (row) => <Type movement={row} />,
    width: 'w-24',
  },
  {
    id: 'quantity',
    header: titles.quantity,
    cell: (row) => <MovementAmount movement={row} />,
    width: 'w-24',
    align: 'right',
  },
  {
    id: 'stock',
    header: titles.stock,
    cell: (row) => <StockChange movement={row} />,
    width: 'w-28',
    align: 'right',
  },
];

const after: TableColumn<Movement>[] = [
  {
    id: 'reason',
    header: titles.reason,
    cell: (row) => <MovementReason movement={row} />,
    width: 'w-44',
  },
  {
    id: 'source',
    header: titles.source,
    cell: (row) => <Source movement={row} />,
    width: 'w-28',
  },
  user,
  date,
  {
    id: 'actions',
    header: titles.actions,
    cell: (row) => <UndoMovement movement={row} />,
    width: 'w-26',
    align: 'right',
    hiddenHeader: true,
  },
];

export const movementColumns = [...before, ...after];
/** With two or more locations it matters where. */
export const locatedColumns = [...before, location, ...after];

/** The same movement on a phone. */
export function MovementCard({ movement, located }: { movement: Movement; located: boolean }) {
  const reason = reasonLabel(movement.reason);
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1 stack-1">
        <Product movement={movement} />
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
          <Type movement={movement} />
          {reason === sourceLabel(movement.source) ? null : <span>{reason}</span>}
          <Source movement={movement} />
          {located ? <span>{movement.location}</span> : null}
        </p>
        {movement.notes === '' ? null : <p className="text-sm wrap-anywhere text-ink-2">{movement.notes}</p>}
        <p className="num text-xs text-ink-3">
          {formatDateTime(movement.createdAt)} · {userOf(movement)}
        </p>
      </div>
      <div className="flex flex-col items-end gap-1">
        <MovementAmount movement={movement} className="text-lg" />
        <StockChange movement={movement} />
        <UndoMovement movement={movement} />
      </div>
    </div>
  );
}

function Product({ movement: { product, productId, productSku } }: { movement: Movement }) {
  return <ProductCell id={productId} name={product} sku={productSku} />;
}

function Type({ movement: { type } }: { movement: Movement }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-ink-2">
      <MovementArrow type={type} />
      {movementWords.types[type]}
    </span>
  );
}

function StockChange({ movement }: { movement: Movement }) {
  return (
    <span className="num text-sm whitespace-nowrap text-ink-2">
      {strings.stockChange(movement.previousStock, movement.newStock)}
    </span>
  );
}

export function userOf({ user }: Movement): string {
  return user === '' ? strings.system : user;
}

/** What a movement belongs to, as the way to it where it has a place of its own. */
function Source({ movement: { source, sourceId } }: { movement: Movement }) {
  const label = sourceLabel(source);
  const look = 'rounded-sm text-accent hover:underline';
  if (sourceId > 0 && source === 'entry') {
    return (
      <Link to="/entrada-stock" search={{ entrada: sourceId }} className={look}>
        {label}
      </Link>
    );
  }
  if (sourceId > 0 && source === 'count') {
    return (
      <Link to="/inventario" search={{ tab: 'recuentos', recuento: sourceId }} className={look}>
        {label}
      </Link>
    );
  }
  return <span className="text-ink-2">{label}</span>;
}
