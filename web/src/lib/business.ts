import { queryOptions, useQuery } from '@tanstack/react-query';
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

/** The currency in which the business sells, or buys; undefined until it is known. */
export function useCurrency(what: 'sales' | 'purchase'): string | undefined {
  const { data: business } = useQuery(businessQuery);
  return what === 'sales' ? business?.salesCurrency : business?.purchaseCurrency;
}
