import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, Body } from '@/lib/api-types';
import { answer, answerWithHeaders, api } from '@/lib/client';
import { type SheetFormat, saveAnswered } from '@/lib/download';
import { listFilters } from '@/lib/list-filters';
import { withoutDefaults } from '@/lib/list-search';
import type { OnceKey } from '@/lib/once-key';
import type { paths } from '@/lib/schema';
import { defaultOrdering, type OrdersSearch } from './search';

export type OrderList = Answer<'/api/pedidos/', 'get'>;
export type Order = OrderList['results'][number];
export type OrderDetail = Answer<'/api/pedidos/{id}/', 'get'>;
export type OrderItem = OrderDetail['items'][number];
export type OrderEvent = OrderDetail['timeline'][number];
export type StockEffect = OrderDetail['stockEffects'][number];
export type Address = OrderDetail['shippingAddress'];
export type OrderSummary = Answer<'/api/pedidos/summary/', 'get'>;
export type OrderChange = Body<'/api/pedidos/{id}/', 'patch'>;
export type Refund = Body<'/api/pedidos/{id}/refunds/', 'post'>;
export type NewOrder = Body<'/api/pedidos/', 'post'>;
type OrderFilters = NonNullable<paths['/api/pedidos/']['get']['parameters']['query']>;

export const filters = listFilters<OrdersSearch>(['buscar', 'estado', 'desde', 'hasta', 'importe']);

/** The filters of the address in the server's words, without paging. */
export function filtersOf(search: OrdersSearch): OrderFilters {
  const { buscar, estado, desde, hasta, importe, orden = defaultOrdering } = search;
  return withoutDefaults({
    search: buscar,
    status: estado,
    dateFrom: desde,
    dateTo: hasta,
    minAmount: importe,
    ordering: orden,
  });
}

export function ordersQuery(query: OrderFilters) {
  return queryOptions({
    queryKey: ['orders', 'list', query],
    queryFn: ({ signal }) => answer(api.GET('/api/pedidos/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export const orderSummaryQuery = queryOptions({
  queryKey: ['orders', 'summary'],
  queryFn: ({ signal }) => answer(api.GET('/api/pedidos/summary/', { signal })),
});

export function orderQuery(id: number) {
  return queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/api/pedidos/{id}/', { params: { path: { id } }, signal })),
  });
}

/** Everything that the filters match, not only the page on screen. */
export async function exportOrders(filters: OrderFilters, format: SheetFormat): Promise<void> {
  await saveAnswered(
    answerWithHeaders(api.GET('/api/pedidos/export/', { params: { query: { ...filters, format } }, parseAs: 'blob' })),
    `pedidos.${format}`,
  );
}

/** What goes into the parcel, on paper. */
export async function downloadPackingList({ id, orderNumber }: OrderDetail): Promise<void> {
  await saveAnswered(
    answerWithHeaders(api.GET('/api/pedidos/{id}/packing-list/', { params: { path: { id } }, parseAs: 'blob' })),
    `${orderNumber}.pdf`,
  );
}

/** An order reserves or moves stock, so everything that shows stock is asked for again as well. */
function refreshOrders(queryClient: QueryClient, order?: OrderDetail) {
  if (order) queryClient.setQueryData(orderQuery(order.id).queryKey, order);
  return Promise.all(
    ['orders', 'stock', 'products'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
  );
}

export function useCreateOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ order, once }: { order: NewOrder; once: OnceKey }) =>
      answer(api.POST('/api/pedidos/', { body: order, headers: once.headersFor(order) })),
    onSuccess: (order, { once }) => {
      once.done();
      void refreshOrders(queryClient, order);
    },
  });
}

/** Changes an order as it was seen: what another user has done since is not overwritten. */
export function useChangeOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ seen, change }: { seen: OrderDetail; change: OrderChange }) =>
      answer(
        api.PATCH('/api/pedidos/{id}/', {
          params: { path: { id: seen.id }, header: { 'If-Match': `"v${seen.version}"` } },
          body: change,
        }),
      ),
    onSuccess: (order) => void refreshOrders(queryClient, order),
    // Whatever was refused, the order may no longer be what the screen shows.
    onError: () => void refreshOrders(queryClient),
  });
}

export function useRefundOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, refund }: { id: number; refund: Refund }) =>
      answer(api.POST('/api/pedidos/{id}/refunds/', { params: { path: { id } }, body: refund })),
    onSuccess: (order) => void refreshOrders(queryClient, order),
    onError: () => void refreshOrders(queryClient),
  });
}
