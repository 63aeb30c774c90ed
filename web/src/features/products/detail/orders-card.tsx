import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { OrderStatusBadge } from '@/features/shared/order-status';
import { formatDateTime, formatUnits } from '@/lib/format';
import type { Product } from '../api';
import { type ProductOrder, productOrdersQuery } from './api';
import { PagedCard } from './paged-card';
import { detailsStrings as s } from './strings';

const pageSize = 5;

/** Who asked for a product, the newest first. */
export function OrdersCard({ product }: { product: Product }) {
  const [page, setPage] = useState(1);
  const query = useQuery(productOrdersQuery({ product: product.idProduct, page, limit: pageSize }));
  return (
    <PagedCard
      id="product-orders"
      title={s.orders}
      loadingLabel={s.ordersLoading}
      failedTitle={s.ordersFailed}
      emptyText={s.ordersEmpty}
      query={query}
      page={page}
      pageSize={pageSize}
      onPageChange={setPage}
      renderRow={(order) => <OrderRow order={order} productId={product.idProduct} />}
    />
  );
}

function OrderRow({ order, productId }: { order: ProductOrder; productId: number }) {
  const lines = order.items.filter((item) => item.productId === productId);
  const units = lines.reduce((sum, line) => sum + line.quantity, 0);
  const lacking = lines.reduce((sum, line) => sum + line.shortage, 0);
  return (
    <div className="flex items-baseline justify-between gap-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to="/pedidos/$id"
            params={{ id: String(order.id) }}
            className="code rounded-sm font-medium text-accent hover:underline"
          >
            {order.orderNumber}
          </Link>
          <OrderStatusBadge status={order.status} />
        </p>
        <p className="num text-xs text-ink-3 wrap-anywhere">
          {formatDateTime(order.createdAt)} · {order.customerName}
        </p>
      </div>
      <p className="num shrink-0 text-right leading-tight">
        {formatUnits(units)}
        {lacking > 0 ? <span className="block text-xs text-crit-fg">{s.orderLacks(lacking)}</span> : null}
      </p>
    </div>
  );
}
