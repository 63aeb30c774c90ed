import { Link } from '@tanstack/react-router';
import { Truck } from 'lucide-react';
import { OrderStatusBadge } from '@/features/shared/order-status';
import { formatMoney } from '@/lib/format';
import { type Order, orderRows } from './api';
import { type Loading, Panel, PanelEmpty, panelLinkClass } from './panel';
import { strings as s } from './strings';

export function OrdersPanel({ orders }: { orders: Loading<Order[]> }) {
  return (
    <Panel
      title={s.recentOrders}
      action={
        <Link to="/pedidos" className={panelLinkClass}>
          {s.seeOrders}
        </Link>
      }
      loading={orders}
      loadingLabel={s.loadingOrders}
      skeletonRows={orderRows}
    >
      {(rows) =>
        rows.length === 0 ? (
          <PanelEmpty icon={<Truck aria-hidden className="text-ink-3" />} title={s.noOrders} text={s.noOrdersText} />
        ) : (
          <ul className="flex flex-1 flex-col ruled">
            {rows.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </ul>
        )
      }
    </Panel>
  );
}

function OrderRow({ order: { id, customerName, orderNumber, totalAmount, currency, status } }: { order: Order }) {
  return (
    <li className="flex min-h-15 flex-1 items-center gap-4 py-2">
      <span className="min-w-0 flex-1">
        <Link
          to="/pedidos/$id"
          params={{ id: String(id) }}
          title={customerName}
          className="block truncate rounded-sm font-medium hover:text-accent hover:underline"
        >
          {customerName}
        </Link>
        <span className="code block truncate text-ink-3">{orderNumber}</span>
      </span>
      <span className="num shrink-0 whitespace-nowrap">{formatMoney(totalAmount, currency)}</span>
      <span className="flex w-24 shrink-0 justify-end">
        <OrderStatusBadge status={status} />
      </span>
    </li>
  );
}
