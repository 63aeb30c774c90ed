import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Answer } from '@/lib/api-types';
import { answer, api } from '@/lib/client';

type AuditPage = { nounId: number; page: number; limit: number };

export function productAuditQuery(page: AuditPage) {
  const query = { noun: 'product', ...page };
  return queryOptions({
    queryKey: ['audit', 'product', query],
    queryFn: ({ signal }) => answer(api.GET('/api/audit/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export type Entry = Answer<'/api/entries/', 'get'>['results'][number];

type EntryPage = { product: number; page: number; limit: number };

export function productEntriesQuery(query: EntryPage) {
  return queryOptions({
    queryKey: ['entries', 'product', query],
    queryFn: ({ signal }) => answer(api.GET('/api/entries/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export type ProductOrder = Answer<'/api/products/{id}/orders/', 'get'>['results'][number];

type OrderPage = { product: number; page: number; limit: number };

/** The alerts that a product has had. */
export function productAlertsQuery({ product, ...query }: OrderPage) {
  return queryOptions({
    queryKey: ['alerts', 'product', product, query],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/products/{id}/alerts/', { params: { path: { id: product }, query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** The orders that ask for a product. */
export function productOrdersQuery({ product, ...query }: OrderPage) {
  return queryOptions({
    queryKey: ['orders', 'product', product, query],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/products/{id}/orders/', { params: { path: { id: product }, query }, signal })),
    placeholderData: keepPreviousData,
  });
}
