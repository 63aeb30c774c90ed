import { queryOptions } from '@tanstack/react-query';
import { answer, api } from './client';

export function askBusiness(signal?: AbortSignal) {
  return answer(api.GET('/api/business/', signal ? { signal } : {}));
}

/** What every visitor may know about the business: its name, version, support address and how one registers. */
export const businessQuery = queryOptions({
  queryKey: ['business'],
  queryFn: ({ signal }) => askBusiness(signal),
  staleTime: 10 * 60 * 1000,
});
