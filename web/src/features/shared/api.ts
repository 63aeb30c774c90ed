import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '@/lib/api-types';
import { answer, api } from '@/lib/client';
import { strings } from './strings';

export type Product = Answer<'/api/products/{id}/', 'get'>;

export function productQuery(id: number) {
  return queryOptions({
    queryKey: ['products', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/api/products/{id}/', { params: { path: { id } }, signal })),
  });
}

/** What the categories of a list are chosen from; each list asks for it under the same key. */
export const categoriesQuery = queryOptions({
  queryKey: ['products', 'categories'],
  queryFn: ({ signal }) => answer(api.GET('/api/products/categories/', { signal }), strings.categoriesFailed),
});

export const locationsQuery = queryOptions({
  queryKey: ['locations'],
  queryFn: ({ signal }) => answer(api.GET('/api/locations/', { signal })),
});

/** What each location holds of one product. */
export function locationStockQuery(id: number) {
  return queryOptions({
    queryKey: ['stock', 'locations', id],
    queryFn: ({ signal }) => answer(api.GET('/api/products/{id}/locations/', { params: { path: { id } }, signal })),
  });
}
