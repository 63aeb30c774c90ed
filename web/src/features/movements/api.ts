import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { type Product, productQuery } from '@/features/shared/api';
import type { Answer, Body } from '@/lib/api-types';
import { answer, answerWithHeaders, api } from '@/lib/client';
import { type SheetFormat, saveAnswered } from '@/lib/download';
import type { OnceKey } from '@/lib/once-key';
import type { paths } from '@/lib/schema';
import { adjustStrings } from './strings';

export type MovementList = Answer<'/api/movements/', 'get'>;
export type Movement = MovementList['results'][number];
export type Adjustment = Body<'/api/products/{id}/adjust_stock/', 'post'>;
export type Reason = NonNullable<Adjustment['reason']>;
type TransferBody = Body<'/api/transfers/', 'post'>;
export type Transfer = Answer<'/api/transfers/', 'post', 201>;
export type MovementFilters = NonNullable<paths['/api/movements/']['get']['parameters']['query']>;

export function movementsQuery(query: MovementFilters) {
  return queryOptions({
    queryKey: ['stock', 'movements', query],
    queryFn: ({ signal }) => answer(api.GET('/api/movements/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

const historyPageSize = 50;

/** The history as one list that grows at its end. */
export function historyQuery(filters: Pick<MovementFilters, 'search' | 'dateFrom'>) {
  return infiniteQueryOptions({
    queryKey: ['stock', 'history', filters],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...filters, page: pageParam, limit: historyPageSize };
      return answer(api.GET('/api/movements/', { params: { query }, signal }));
    },
    initialPageParam: 1,
    getNextPageParam: ({ results, count }, _, page) =>
      results.length === 0 || page * historyPageSize >= count ? undefined : page + 1,
    placeholderData: keepPreviousData,
  });
}

/** Everything that the filters match, not only the page on screen. */
export async function exportMovements(filters: MovementFilters, format: SheetFormat): Promise<void> {
  await saveAnswered(
    answerWithHeaders(
      api.GET('/api/movements/export/', { params: { query: { ...filters, format } }, parseAs: 'blob' }),
    ),
    `movimientos.${format}`,
  );
}

function refreshTopics(queryClient: QueryClient, topics: string[]) {
  return Promise.all(topics.map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })));
}

/** What a transfer changes. Nothing is bought or sold by it, so no alert hears of it. */
const carried = ['stock', 'products'];

/** Shows a product's new stock at once and asks again for whatever depends on it. */
async function refreshStock(queryClient: QueryClient, product: Product) {
  queryClient.setQueryData(productQuery(product.idProduct).queryKey, product);
  await refreshTopics(queryClient, ['products', 'stock', 'alerts']);
}

type Adjust = { productId: number; adjustment: Adjustment; once: OnceKey };

export function useAdjustStock() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ productId, adjustment, once }: Adjust) =>
      answer(
        api.POST('/api/products/{id}/adjust_stock/', {
          params: { path: { id: productId } },
          body: adjustment,
          headers: once.headersFor({ productId, ...adjustment }),
        }),
        adjustStrings.refused,
      ),
    onSuccess: ({ product }, { once }) => {
      once.done();
      void refreshStock(queryClient, product);
    },
  });
}

/** Not a hook's mutation, because the toast that offers it outlives the dialog that made the change. */
export async function undoMovement(queryClient: QueryClient, id: number): Promise<Product> {
  const { product } = await answer(api.POST('/api/movements/{id}/undo/', { params: { path: { id } } }));
  void refreshStock(queryClient, product);
  return product;
}

export function useTransfer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, once }: { body: TransferBody; once: OnceKey }) =>
      answer(api.POST('/api/transfers/', { body, headers: once.headersFor(body) })),
    onSuccess: (_, { once }) => {
      once.done();
      void refreshTopics(queryClient, carried);
    },
  });
}

/** Not a hook's mutation, because the toast that offers it outlives the dialog that made the change. */
export async function undoTransfer(queryClient: QueryClient, id: number): Promise<Transfer> {
  const transfer = await answer(api.POST('/api/transfers/{id}/undo/', { params: { path: { id } } }));
  void refreshTopics(queryClient, carried);
  return transfer;
}
