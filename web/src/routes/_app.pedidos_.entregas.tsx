import { createFileRoute } from '@tanstack/react-router';
import { DeliveriesPage } from '@/features/channels/deliveries-page';
import { parseDeliveriesSearch } from '@/features/channels/search';
import { onlyKnown } from '@/lib/search-params';

export const Route = createFileRoute('/_app/pedidos_/entregas')({
  validateSearch: onlyKnown(parseDeliveriesSearch),
  component: DeliveriesPage,
});
