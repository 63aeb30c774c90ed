import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '@/lib/api-types';
import { answer, api } from '@/lib/client';

export type Inbox = Answer<'/api/notifications/', 'get'>;
export type Notification = Inbox['results'][number];

export const inboxSize = 20;

/** Some notifications, the latest first, and how many there are and have not been read. */
export function notificationsQuery(page: number) {
  return queryOptions({
    queryKey: ['notifications', page],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/notifications/', { params: { query: { page, limit: inboxSize } }, signal })),
  });
}

export const inboxQuery = notificationsQuery(1);

export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => answer(api.POST('/api/notifications/{id}/read/', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  });
}

export function useMarkAllRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.POST('/api/notifications/read-all/')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  });
}
