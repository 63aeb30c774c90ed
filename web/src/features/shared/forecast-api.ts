import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '@/lib/api-types';
import { answer, api } from '@/lib/client';

/** One product's forecast and how it was made. */
export type ForecastWorking = Answer<'/api/forecast/{id}/', 'get'>;

export function forecastQuery(id: number) {
  return queryOptions({
    queryKey: ['forecasts', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/api/forecast/{id}/', { params: { path: { id } }, signal })),
  });
}
