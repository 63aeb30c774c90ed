import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, Body } from '@/lib/api-types';
import { answer, api } from '@/lib/client';
import type { OnceKey } from '@/lib/once-key';
import type { DispatchState } from '../search';

export type Subscription = Answer<'/api/subscriptions/', 'get'>['results'][number];
export type SubscriptionWithSecret = Answer<'/api/subscriptions/{id}/rotate/', 'post'>;
export type SubscriptionEvent = Subscription['events'][number];
export type Dispatch = Answer<'/api/subscriptions/{id}/dispatches/', 'get'>['results'][number];

export const subscriptionsQuery = queryOptions({
  queryKey: ['subscriptions', 'list'],
  queryFn: ({ signal }) => answer(api.GET('/api/subscriptions/', { signal })),
});

export function subscriptionQuery(id: number) {
  return queryOptions({
    queryKey: ['subscriptions', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/api/subscriptions/{id}/', { params: { path: { id } }, signal })),
  });
}

export type DispatchPage = { page: number; limit: number; state?: DispatchState };

export function dispatchesQuery(id: number, query: DispatchPage) {
  return queryOptions({
    queryKey: ['subscriptions', 'dispatches', id, query],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/subscriptions/{id}/dispatches/', { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['subscriptions'] });
}

type NewSubscription = { body: Body<'/api/subscriptions/', 'post'>; once: OnceKey };

export function useAddSubscription() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ body, once }: NewSubscription) =>
      answer(api.POST('/api/subscriptions/', { body, headers: once.headersFor(body) })),
    onSuccess: (_, { once }) => once.done(),
    onSettled: refresh,
  });
}

type SubscriptionChange = { seen: Subscription; change: Body<'/api/subscriptions/{id}/', 'patch'> };

/** Saves on top of the version that was seen, so that nobody undoes what another user just wrote. */
export function useChangeSubscription() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ seen, change }: SubscriptionChange) =>
      answer(
        api.PATCH('/api/subscriptions/{id}/', {
          params: { path: { id: seen.id }, header: { 'If-Match': `"v${seen.version}"` } },
          body: change,
        }),
      ),
    onSettled: refresh,
  });
}

export function useDeleteSubscription() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => answer(api.DELETE('/api/subscriptions/{id}/', { params: { path: { id } } })),
    onSettled: refresh,
  });
}

export function useRotateSubscription() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => answer(api.POST('/api/subscriptions/{id}/rotate/', { params: { path: { id } } })),
    onSettled: refresh,
  });
}

export function useTestSubscription() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => answer(api.POST('/api/subscriptions/{id}/test/', { params: { path: { id } } })),
    onSettled: refresh,
  });
}

export function useResendDispatch(id: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (dispatchId: number) =>
      answer(
        api.POST('/api/subscriptions/{id}/dispatches/{dispatchId}/resend/', {
          params: { path: { id, dispatchId } },
        }),
      ),
    onSettled: refresh,
  });
}
