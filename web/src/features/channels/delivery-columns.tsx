import { Link } from '@tanstack/react-router';
import { formatDateTime } from '@/lib/format';
import { Moment } from '@/ui/layout/moment';
import { rowLinkClass, type TableColumn } from '@/ui/list/data-table';
import type { Delivery } from './api';
import { sourceNames } from './channel-strings';
import { DeliveryStateBadge } from './delivery-state';
import { deliveryStrings as s } from './delivery-strings';

export const deliveryColumns: TableColumn<Delivery>[] = [
  {
    id: 'received',
    header: s.columns.received,
    cell: (row) => <Moment at={row.receivedAt} />,
    width: 'w-32',
  },
  {
    id: 'channel',
    header: s.columns.channel,
    cell: (row) => (
      <span className="block min-w-0 leading-tight">
        <span className="block truncate font-medium">{row.channel}</span>
        <span className="block truncate text-xs text-ink-3">{row.topic || sourceNames[row.source]}</span>
      </span>
    ),
    width: 'w-48',
  },
  {
    id: 'state',
    header: s.columns.state,
    cell: (row) => <DeliveryStateBadge state={row.state} />,
    width: 'w-40',
  },
  { id: 'verdict', header: s.columns.verdict, cell: (row) => <Verdict delivery={row} /> },
  {
    id: 'order',
    header: s.columns.order,
    cell: (row) => <OrderLink delivery={row} />,
    width: 'w-32',
  },
];

type DeliveryProps = { delivery: Delivery };

/** The same delivery on a phone. */
export function DeliveryCard({ delivery }: DeliveryProps) {
  return (
    <div className="stack-1.5">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 font-medium wrap-anywhere">{delivery.channel}</p>
        <DeliveryStateBadge state={delivery.state} />
      </div>
      <Verdict delivery={delivery} />
      <p className="num text-xs text-ink-3">
        {formatDateTime(delivery.receivedAt)}
        {delivery.orderNumber === '' ? null : ` · ${delivery.orderNumber}`}
      </p>
    </div>
  );
}

/** What came of it, as the way to all of it. */
function Verdict({ delivery: { id, verdict, repeats } }: DeliveryProps) {
  return (
    <span className="block min-w-0 py-1 leading-tight">
      <Link
        to="/pedidos/entregas/$id"
        params={{ id: String(id) }}
        className={`line-clamp-2 wrap-anywhere hover:underline ${rowLinkClass}`}
      >
        {verdict}
      </Link>
      {repeats > 0 ? <span className="block text-xs text-ink-3">{s.repeats(repeats)}</span> : null}
    </span>
  );
}

/** Lies above the link that the row is. */
function OrderLink({ delivery: { orderId, orderNumber } }: DeliveryProps) {
  if (orderId === null) return <span className="text-ink-3">{orderNumber || s.none}</span>;
  return (
    <Link
      to="/pedidos/$id"
      params={{ id: String(orderId) }}
      className="code relative z-1 block truncate rounded-sm text-accent hover:underline"
    >
      {orderNumber}
    </Link>
  );
}
