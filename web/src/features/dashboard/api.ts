import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/lib/client';

export const riskRows = 5;
export const movementRows = 4;
export const alertRows = 3;

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

/** The worst of those that are open; the server sorts them so. */
export const activeAlertsQuery = queryOptions({
  queryKey: ['alerts', 'active', alertRows],
  queryFn: async ({ signal }) => {
    const { results } = await answer(
      api.GET('/api/alerts/', { params: { query: { limit: alertRows } }, signal }),
    );
    return results;
  },
});
