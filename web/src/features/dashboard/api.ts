import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Answer } from '@/lib/api-types';
import { answer, api } from '@/lib/client';

export const riskRows = 5;
export const sellerRows = 5;
export const alertRows = 3;
export const movementRows = 4;
export const orderRows = 4;

export type BestSeller = Answer<'/api/products/best-sellers/', 'get'>[number];
export type Order = Answer<'/api/pedidos/recent/', 'get'>[number];
export type TrendDay = Answer<'/api/pedidos/tendencia/', 'get'>[number];
export type Trend = { days: TrendDay[]; statistics: Answer<'/api/pedidos/estadisticas/', 'get'> };

export type Period = '7' | '30';

export const statsQuery = queryOptions({
  queryKey: ['products', 'stats'],
  queryFn: ({ signal }) => answer(api.GET('/api/products/stats/', { signal })),
});

/** What has run out comes first, then what is at its minimum, the fewest units on top. */
export const riskQuery = queryOptions({
  queryKey: ['products', 'risk', riskRows],
  queryFn: async ({ signal }) => {
    const some = { ordering: 'currentStock', limit: riskRows } as const;
    const [out, low] = await Promise.all([
      answer(api.GET('/api/products/', { params: { query: { inStock: false, ...some } }, signal })),
      answer(api.GET('/api/products/', { params: { query: { lowStock: true, ...some } }, signal })),
    ]);
    return [...out.results, ...low.results].slice(0, riskRows);
  },
});

export const recentMovementsQuery = queryOptions({
  queryKey: ['stock', 'recent', movementRows],
  queryFn: ({ signal }) =>
    answer(api.GET('/api/movements/recent/', { params: { query: { limit: movementRows } }, signal })),
});

/** The days of a period and what they come to. */
export function trendQuery(periodo: Period) {
  const params = { query: { periodo } };
  return queryOptions({
    queryKey: ['orders', 'trend', periodo],
    queryFn: async ({ signal }): Promise<Trend> => {
      const [days, statistics] = await Promise.all([
        answer(api.GET('/api/pedidos/tendencia/', { params, signal })),
        answer(api.GET('/api/pedidos/estadisticas/', { params, signal })),
      ]);
      return { days, statistics };
    },
    placeholderData: keepPreviousData,
  });
}

/** The worst of those that are open; the server sorts them so. */
export const activeAlertsQuery = queryOptions({
  queryKey: ['alerts', 'active', alertRows],
  queryFn: async ({ signal }) => {
    const query = { limit: alertRows, state: 'open' } as const;
    return (await answer(api.GET('/api/alerts/', { params: { query }, signal }))).results;
  },
});

export const bestSellersQuery = queryOptions({
  queryKey: ['forecasts', 'best-sellers', sellerRows],
  queryFn: ({ signal }) =>
    answer(api.GET('/api/products/best-sellers/', { params: { query: { limit: sellerRows } }, signal })),
});

export const recentOrdersQuery = queryOptions({
  queryKey: ['orders', 'recent', orderRows],
  queryFn: ({ signal }) => answer(api.GET('/api/pedidos/recent/', { params: { query: { limit: orderRows } }, signal })),
});
