import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, Body } from '@/lib/api-types';
import { answer, api } from '@/lib/client';
import { newKey } from '@/lib/new-key';
import type { OnceKey } from '@/lib/once-key';
import type { paths } from '@/lib/schema';
import { sendCount, sendScan } from './calls';
import { addPending, isUnsent, isWaiting, type PendingWhat } from './pending';
import { sendPending } from './pending-send';

export type Stocktake = Answer<'/api/stocktakes/{id}/', 'get'>;
export type StocktakeList = Answer<'/api/stocktakes/', 'get'>;
export type LineList = Answer<'/api/stocktakes/{id}/lines/', 'get'>;
export type Line = LineList['results'][number];
export type StocktakeBody = Body<'/api/stocktakes/', 'post'>;
type Counted = Answer<'/api/stocktakes/{id}/scan/', 'post'>;
export type LineFilters = NonNullable<paths['/api/stocktakes/{id}/lines/']['get']['parameters']['query']>;

export function stocktakesQuery(query: { page: number; limit: number }) {
  return queryOptions({
    queryKey: ['stocktakes', 'list', query],
    queryFn: ({ signal }) => answer(api.GET('/api/stocktakes/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function stocktakeQuery(id: number) {
  return queryOptions({
    queryKey: ['stocktakes', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/api/stocktakes/{id}/', { params: { path: { id } }, signal })),
  });
}

export function linesQuery(id: number, query: LineFilters) {
  return queryOptions({
    queryKey: ['stocktakes', 'lines', id, query],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/stocktakes/{id}/lines/', { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
  });
}

const sheetPageSize = 100;

type Sheet = { id: number; max: number; signal: AbortSignal };

/** Every line of a stocktake, page by page; null when there are more than fit on a sheet. */
export async function allLines({ id, max, signal }: Sheet): Promise<Line[] | null> {
  const lines: Line[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, limit: sheetPageSize };
    const { results } = await answer(
      api.GET('/api/stocktakes/{id}/lines/', { params: { path: { id }, query }, signal }),
    );
    lines.push(...results);
    if (lines.length > max) return null;
    if (results.length < sheetPageSize) return lines;
  }
}

/** A count changes one line and the progress; both are known from the answer, so nothing flickers. */
function showCount(queryClient: QueryClient, { stocktake, line }: Counted) {
  queryClient.setQueryData(stocktakeQuery(stocktake.id).queryKey, stocktake);
  queryClient.setQueriesData<LineList>(
    { queryKey: ['stocktakes', 'lines', stocktake.id] },
    (list) =>
      list && {
        ...list,
        results: list.results.map((one) => (one.productId === line.productId ? line : one)),
      },
  );
}

export function useOpenStocktake() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, once }: { body: StocktakeBody; once: OnceKey }) =>
      answer(api.POST('/api/stocktakes/', { body, headers: once.headersFor(body) })),
    onSuccess: (_, { once }) => {
      once.done();
      void queryClient.invalidateQueries({ queryKey: ['stocktakes'] });
    },
  });
}

/**
 * What could not be sent is kept for later under the key it went out with; null says so. What comes after it waits with
 * it: a count that overtook a scan would have that scan added to it.
 */
async function orKeep<Result>(what: PendingWhat, send: (key: string) => Promise<Result>): Promise<Result | null> {
  if (isWaiting(what) && addPending(what)) return null;
  const key = newKey();
  try {
    return await send(key);
  } catch (error) {
    if (!isUnsent(error) || !addPending(what, key)) throw error;
    return null;
  }
}

/**
 * The counts of one line go out one after another: each replaces the last, so the last to arrive must be the last made.
 */
export function useCount(id: number, productId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: `count-${id}-${productId}` },
    mutationFn: (counted: number | null) => {
      const what = { kind: 'count', stocktakeId: id, productId, counted } as const;
      return orKeep(what, (key) => sendCount({ ...what, key }));
    },
    onSuccess: (result) => {
      if (result) showCount(queryClient, result);
      else sendPending(queryClient);
    },
  });
}

/** A scan adds, so an answer lost on the way must not count twice: each has one key, however often it is sent. */
export function useScan(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (scan: { code: string; quantity: number }) => {
      const what = { kind: 'scan', stocktakeId: id, ...scan } as const;
      return orKeep(what, (key) => sendScan({ ...what, key }));
    },
    onSuccess: (result) => {
      if (!result) {
        sendPending(queryClient);
        return;
      }
      showCount(queryClient, result);
      void queryClient.invalidateQueries({ queryKey: ['stocktakes', 'lines', id] });
    },
  });
}

export function useSetBlind(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (blind: boolean) =>
      answer(api.PATCH('/api/stocktakes/{id}/', { params: { path: { id } }, body: { blind } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['stocktakes'] }),
  });
}

export function usePostStocktake(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.POST('/api/stocktakes/{id}/post/', { params: { path: { id } } })),
    onSuccess: () =>
      Promise.all(
        ['stocktakes', 'stock', 'products'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
      ),
  });
}

export function useCancelStocktake(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.POST('/api/stocktakes/{id}/cancel/', { params: { path: { id } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['stocktakes'] }),
  });
}
