import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, Body } from '@/lib/api-types';
import { answer, api } from '@/lib/client';

export type Notice = Answer<'/api/profile/notices/', 'get'>;
export type NoticeChange = Body<'/api/profile/notices/', 'put'>;

export const noticeQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: ({ signal }) => answer(api.GET('/api/profile/notices/', { signal })),
});

export function useSaveNotice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NoticeChange) => answer(api.PUT('/api/profile/notices/', { body })),
    onSuccess: (saved) => queryClient.setQueryData(noticeQuery.queryKey, saved),
  });
}
