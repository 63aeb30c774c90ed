import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Alert } from '@/features/shared/alert-level';
import type { Answer } from '@/lib/api-types';
import { answer, api } from '@/lib/client';
import type { OnceKey } from '@/lib/once-key';
import type { paths } from '@/lib/schema';
import { type AlertsSearch, defaultOrdering } from './search';

export type AlertSummary = Answer<'/api/alerts/summary/', 'get'>;
type AlertFilters = NonNullable<paths['/api/alerts/']['get']['parameters']['query']>;

const states = { pospuestas: 'snoozed', resueltas: 'resolved' } as const;

/** The filters of the address in the server's words, without paging. What is settled comes the last one first. */
export function filtersOf({ buscar, nivel, estado, orden }: AlertsSearch): AlertFilters {
  return {
    ...(buscar !== undefined && { search: buscar }),
    ...(nivel !== undefined && { level: nivel }),
    state: estado === undefined ? 'open' : states[estado],
    ordering: orden ?? (estado === 'resueltas' ? '-resolvedAt' : defaultOrdering),
  };
}

export function alertsQuery(query: AlertFilters) {
  return queryOptions({
    queryKey: ['alerts', 'list', query],
    queryFn: ({ signal }) => answer(api.GET('/api/alerts/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export const alertSummaryQuery = queryOptions({
  queryKey: ['alerts', 'summary'],
  queryFn: ({ signal }) => answer(api.GET('/api/alerts/summary/', { signal })),
});

export function alertQuery(id: number) {
  return queryOptions({
    queryKey: ['alerts', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/api/alerts/{id}/', { params: { path: { id } }, signal })),
  });
}

function refreshAlerts(queryClient: QueryClient) {
  return queryClient.invalidateQueries({ queryKey: ['alerts'] });
}

/** Shows an alert as it has become and asks again for every list it is in. */
function useAlertMutation<Input>(change: (input: Input) => Promise<Alert>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (alert) => {
      queryClient.setQueryData(alertQuery(alert.id).queryKey, alert);
      void refreshAlerts(queryClient);
    },
    // Whatever was refused, the alert may no longer be what the screen shows.
    onError: () => void refreshAlerts(queryClient),
  });
}

export function useResolveAlert() {
  return useAlertMutation((id: number) => answer(api.POST('/api/alerts/{id}/resolve/', { params: { path: { id } } })));
}

export function useSnoozeAlert() {
  return useAlertMutation(({ id, until }: { id: number; until: string }) =>
    answer(api.POST('/api/alerts/{id}/snooze/', { params: { path: { id } }, body: { until } })),
  );
}

export function useWakeAlert() {
  return useAlertMutation((id: number) => answer(api.DELETE('/api/alerts/{id}/snooze/', { params: { path: { id } } })));
}

export function useAddNote() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, note, once }: { id: number; note: string; once: OnceKey }) =>
      answer(
        api.POST('/api/alerts/{id}/notes/', {
          params: { path: { id } },
          body: { note },
          headers: once.headersFor({ id, note }),
        }),
      ),
    onSuccess: (_note, { once }) => {
      once.done();
      void refreshAlerts(queryClient);
    },
  });
}
