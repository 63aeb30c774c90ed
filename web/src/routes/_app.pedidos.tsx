import { createFileRoute } from '@tanstack/react-router';
import { OrdersPage } from '@/features/orders/orders-page';
import { parseOrdersSearch } from '@/features/orders/search';
import { onlyKnown } from '@/lib/search-params';

export const Route = createFileRoute('/_app/pedidos')({
  validateSearch: onlyKnown(parseOrdersSearch),
  component: OrdersPage,
});
