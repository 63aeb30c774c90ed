import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { productQuery } from '@/features/shared/api';
import { type Progress, writtenReport } from '@/features/shared/report-file';
import { updateProduct } from '@/features/shared/update-product';
import type { Answer, Body } from '@/lib/api-types';
import { answer, answerWithHeaders, api } from '@/lib/client';
import { saveAnswered } from '@/lib/download';
import { withoutDefaults } from '@/lib/list-search';
import type { paths } from '@/lib/schema';
import { defaultOrdering, type ForecastSearch } from './search';

export type ForecastList = Answer<'/api/forecast/', 'get'>;
export type Forecast = ForecastList['results'][number];
export type ForecastEvent = Answer<'/api/forecast/events/', 'get'>['results'][number];
export type ForecastEventBody = Body<'/api/forecast/events/', 'post'>;
type ForecastQuestion = NonNullable<paths['/api/forecast/']['get']['parameters']['query']>;
export type ForecastFilters = Omit<ForecastQuestion, 'page' | 'limit'>;
export type ForecastReport = Answer<'/api/forecast/reports/{id}/', 'get'>;
export type ForecastReportBody = Body<'/api/forecast/reports/', 'post'>;

/** The filters of the address in the server's words, without paging. */
export function filtersOf(search: ForecastSearch): ForecastFilters {
  const { buscar, bajo, bloqueadas, orden = defaultOrdering } = search;
  return withoutDefaults({
    search: buscar,
    lowStock: bajo === 'si' || undefined,
    alertBlocked: bloqueadas === 'si' || undefined,
    ordering: orden,
  });
}

export function forecastsQuery(query: ForecastQuestion) {
  return queryOptions({
    queryKey: ['forecasts', 'list', query],
    queryFn: ({ signal }) => answer(api.GET('/api/forecast/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** When everything was worked out last, or how far that is. */
export const forecastRunQuery = queryOptions({
  queryKey: ['forecastRuns'],
  queryFn: ({ signal }) => answer(api.GET('/api/forecast/run/', { signal })),
});

export function useRefreshForecasts() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.POST('/api/forecast/refresh/')),
    onSuccess: (run) => queryClient.setQueryData(forecastRunQuery.queryKey, run),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['forecasts'] }),
  });
}

export function useConfigure() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: updateProduct,
    onSuccess: (product) => {
      queryClient.setQueryData(productQuery(product.idProduct).queryKey, product);
      for (const key of ['products', 'forecasts']) void queryClient.invalidateQueries({ queryKey: [key] });
    },
  });
}

export const eventsQuery = queryOptions({
  queryKey: ['forecastEvents'],
  queryFn: ({ signal }) => answer(api.GET('/api/forecast/events/', { signal })),
});

type SaveEvent = { id: number | null; body: ForecastEventBody };

export function useSaveEvent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: SaveEvent) =>
      id === null
        ? answer(api.POST('/api/forecast/events/', { body }))
        : answer(api.PATCH('/api/forecast/events/{id}/', { params: { path: { id } }, body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['forecastEvents'] }),
  });
}

export function useDeleteEvent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => answer(api.DELETE('/api/forecast/events/{id}/', { params: { path: { id } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['forecastEvents'] }),
  });
}

/** Has a report written, says how far it is and hands it to the browser. */
export async function makeReport(
  body: ForecastReportBody,
  onProgress: (progress: Progress) => void,
): Promise<ForecastReport> {
  const report = await writtenReport<ForecastReport>(
    answer(api.POST('/api/forecast/reports/', { body })),
    (id) => answer(api.GET('/api/forecast/reports/{id}/', { params: { path: { id } } })),
    onProgress,
  );
  await saveAnswered(
    answerWithHeaders(
      api.GET('/api/forecast/reports/{id}/file/', { params: { path: { id: report.id } }, parseAs: 'blob' }),
    ),
    report.fileName,
  );
  return report;
}
