import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Answer } from '@/lib/api-types';
import { answer, answerWithHeaders, api } from '@/lib/client';
import { attachedName, type SheetFormat, saveFile } from '@/lib/download';
import type { paths } from '@/lib/schema';

export type { Movement } from '@/features/stock/api';
export type MovementList = Answer<'/api/movements/', 'get'>;
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
  const { data, headers } = await answerWithHeaders(
    api.GET('/api/movements/export/', { params: { query: { ...filters, format } }, parseAs: 'blob' }),
  );
  saveFile(data, attachedName(headers, `movimientos.${format}`));
}
