import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Answer } from '@/lib/api-types';
import { answer, api } from '@/lib/client';
import type { paths } from '@/lib/schema';

export type StockList = Answer<'/api/inventory/', 'get'>;
export type StockRow = StockList['results'][number];
export type StockSummary = StockList['summary'];
export type StockFilters = NonNullable<paths['/api/inventory/']['get']['parameters']['query']>;

/** What is in stock and what it is worth. Under «stock», because every movement changes it. */
export function stockQuery(query: StockFilters) {
  return queryOptions({
    queryKey: ['stock', 'inventory', query],
    queryFn: ({ signal }) => answer(api.GET('/api/inventory/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export type StockMargin = Answer<'/api/inventory/margin/', 'get'>;

/** What would be earned by all that is in stock. Only for people who may know costs. */
export const marginQuery = queryOptions({
  queryKey: ['stock', 'margin'],
  queryFn: ({ signal }) => answer(api.GET('/api/inventory/margin/', { signal })),
});
