import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Answer } from '@/lib/api-types';
import { answer, api } from '@/lib/client';

export type FoundSupplier = Answer<'/api/suppliers/', 'get'>['results'][number];

/** Suppliers that one may buy from, by a part of the name or the tax number. */
export function supplierSearchQuery(search: string) {
  return queryOptions({
    queryKey: ['suppliers', 'search', search],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/suppliers/', { params: { query: { search, active: true, limit: 10 } }, signal })),
    placeholderData: keepPreviousData,
  });
}
