import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { OrderStatusBadge } from '@/features/shared/order-status';
import { cn } from '@/lib/cn';
import { formatDateTime, formatMoney } from '@/lib/format';
import { Badge } from '@/ui/feedback/badge';
import { Moment } from '@/ui/layout/moment';
import { rowLinkClass, type TableColumn } from '@/ui/list/data-table';
import type { Order } from './api';
import { strings } from './strings';

const titles = strings.columns;

export const orderColumns: TableColumn<Order>[] = [
  {
    id: 'order',
    header: titles.order,
    cell: (row) => <NumberLink order={row} />,
    width: 'w-36',
    sortKey: 'orderNumber',
  },
  {
    id: 'customer',
    header: titles.customer,
    cell: (row) => (
      <span className="block min-w-0 leading-tight">
        <span className="block truncate font-medium" title={row.customerName}>
          {row.customerName}
        </span>
        {row.customerEmail === '' ? null : (
          <span className="block truncate text-xs text-ink-3">{row.customerEmail}</span>
        )}
      </span>
    ),
    sortKey: 'customerName',
  },
  {
    id: 'status',
    header: titles.status,
    cell: (row) => <Status order={row} />,
    width: 'w-72',
    sortKey: 'status',
  },
  {
    id: 'items',
    header: titles.items,
    cell: (row) => <Items order={row} />,
    width: 'w-32',
    align: 'right',
  },
  {
    id: 'total',
    header: titles.total,
    cell: (row) => <Total order={row} />,
    width: 'w-40',
    align: 'right',
    sortKey: 'totalAmount',
  },
  {
    id: 'date',
    header: titles.date,
    cell: (row) => <Moment at={row.createdAt} />,
    width: 'w-32',
    sortKey: 'createdAt',
  },
];

/** The same order on a phone. */
export function OrderCard({ order }: { order: Order }) {
  return (
    <div className="stack-2">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <NumberLink order={order} />
          <p className="line-clamp-2 font-medium">{order.customerName}</p>
        </div>
        <Total order={order} className="num shrink-0 text-right font-semibold" />
      </div>
      <Status order={order} />
      <p className="num text-xs text-ink-3">
        {formatDateTime(order.createdAt)} · {strings.lines(order.lineCount)} · {strings.units(order.units)}
      </p>
    </div>
  );
}

function NumberLink({ order: { id, orderNumber } }: { order: Order }) {
  return (
    <Link
      to="/pedidos/$id"
      params={{ id: String(id) }}
      className={cn('code block truncate font-medium text-accent hover:underline', rowLinkClass)}
    >
      {orderNumber}
    </Link>
  );
}

/** How far it has come, and what keeps it from going further. */
function Status({ order: { status, shortage, unmatched, oddItems } }: { order: Order }) {
  return (
    <span className="flex flex-wrap gap-1">
      <OrderStatusBadge status={status} />
      {shortage > 0 ? (
        <Badge tone="crit" icon={TriangleAlert}>
          {strings.shortage(shortage)}
        </Badge>
      ) : null}
      {unmatched > 0 ? <Badge tone="low">{strings.unknownSku}</Badge> : null}
      {oddItems.length > 0 ? <Badge tone="low">{strings.odd(oddItems.length)}</Badge> : null}
    </span>
  );
}

/** What is left of its amount, beside what it was placed with where the two differ. */
function Total({ order, className }: { order: Order; className?: string }) {
  const { totalAmount, orderedAmount, currency } = order;
  return (
    <span className={cn('block leading-tight', className)}>
      <span className="block">{formatMoney(totalAmount, currency)}</span>
      {totalAmount === orderedAmount ? null : (
        <span className="block text-xs font-normal text-ink-3">
          {strings.orderedAmount(formatMoney(orderedAmount, currency))}
        </span>
      )}
    </span>
  );
}

function Items({ order: { lineCount, units } }: { order: Order }) {
  return (
    <span className="num block leading-tight whitespace-nowrap">
      <span className="block">{strings.lines(lineCount)}</span>
      <span className="block text-xs text-ink-3">{strings.units(units)}</span>
    </span>
  );
}
