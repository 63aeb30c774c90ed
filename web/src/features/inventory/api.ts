import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Answer, Body } from '@/lib/api-types';
import { answer, api } from '@/lib/client';
import type { OnceKey } from '@/lib/once-key';
import type { paths } from '@/lib/schema';

export type StockList = Answer<'/api/inventory/', 'get'>;
export type StockRow = StockList['results'][number];
export type StockSummary = StockList['summary'];
export type StockFilters = NonNullable<paths['/api/inventory/']['get']['parameters']['query']>;
export type TransferBody = Body<'/api/transfers/', 'post'>;
export type Transfer = Answer<'/api/transfers/', 'post', 201>;

/** What is in stock and what it is worth. Under «stock», because every movement changes it. */
export function stockQuery(query: StockFilters) {
  return queryOptions({
    queryKey: ['stock', 'inventory', query],
    queryFn: ({ signal }) => answer(api.GET('/api/inventory/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

function refreshStock(queryClient: QueryClient) {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: ['stock'] }),
    queryClient.invalidateQueries({ queryKey: ['products'] }),
  ]);
}

export function useTransfer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, once }: { body: TransferBody; once: OnceKey }) =>
      answer(api.POST('/api/transfers/', { body, headers: once.headersFor(body) })),
    onSuccess: (_, { once }) => {
      once.done();
      void refreshStock(queryClient);
    },
  });
}

/** Not a hook's mutation, because the toast that offers it outlives the dialog that made the change. */
export async function undoTransfer(queryClient: QueryClient, id: number): Promise<Transfer> {
  const transfer = await answer(api.POST('/api/transfers/{id}/undo/', { params: { path: { id } } }));
  void refreshStock(queryClient);
  return transfer;
}
