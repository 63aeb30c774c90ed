import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '@/lib/api-types';
import { answer, api } from '@/lib/client';

export type Inbox = Answer<'/api/notifications/', 'get'>;
export type Notification = Inbox['results'][number];

const inboxSize = 20;

/** The latest notifications and how many have not been read. */
export const inboxQuery = queryOptions({
  queryKey: ['notifications', 'inbox'],
  queryFn: ({ signal }) =>
    answer(api.GET('/api/notifications/', { params: { query: { page: 1, limit: inboxSize } }, signal })),
});

export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      answer(api.POST('/api/notifications/{id}/read/', { params: { path: { id } } })),
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
