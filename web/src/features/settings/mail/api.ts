import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, Body } from '@/lib/api-types';
import { answer, api } from '@/lib/client';
import { noticeQuery } from '../notices/api';

export type MailServer = Answer<'/api/mail/', 'get'>;
export type MailChange = Body<'/api/mail/', 'put'>;
export type TrayItem = Answer<'/api/mail/tray/', 'get'>['results'][number];

export const mailQuery = queryOptions({
  queryKey: ['settings', 'mail'],
  queryFn: ({ signal }) => answer(api.GET('/api/mail/', { signal })),
});

/** What the tray shows at once: links last an hour or three days, so there are few. */
const trayShown = 100;

export const trayQuery = queryOptions({
  queryKey: ['settings', 'tray'],
  queryFn: ({ signal }) => answer(api.GET('/api/mail/tray/', { params: { query: { limit: trayShown } }, signal })),
});

export function useSaveMail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: MailChange) => answer(api.PUT('/api/mail/', { body })),
    onSuccess: async (saved) => {
      queryClient.setQueryData(mailQuery.queryKey, saved);
      // Whether e-mails leave is also said where people choose which they want.
      await queryClient.invalidateQueries({ queryKey: noticeQuery.queryKey });
    },
  });
}

export function useTestMail() {
  return useMutation({ mutationFn: () => answer(api.POST('/api/mail/test/')) });
}

export function useDeleteTrayItem() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => answer(api.DELETE('/api/mail/tray/{id}/', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: trayQuery.queryKey }),
  });
}
