import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, Body } from '@/lib/api-types';
import { answer, api } from '@/lib/client';
import type { OnceKey } from '@/lib/once-key';
import type { UserOrdering } from '../search';

export type UserList = Answer<'/api/users/', 'get'>;
export type User = UserList['results'][number];

export type UserPage = { page: number; limit: number; search: string; ordering: UserOrdering };

export function usersQuery({ page, limit, search, ordering }: UserPage) {
  const query = { page, limit, ordering, ...(search !== '' && { search }) };
  return queryOptions({
    queryKey: ['users', query],
    queryFn: ({ signal }) => answer(api.GET('/api/users/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

type UserChange = { id: number; change: Body<'/api/users/{id}/', 'patch'> };

export function useChangeUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: UserChange) =>
      answer(api.PATCH('/api/users/{id}/', { params: { path: { id } }, body: change })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  });
}

type Invitation = { body: Body<'/api/users/', 'post'>; once: OnceKey };

export function useInviteUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, once }: Invitation) =>
      answer(api.POST('/api/users/', { body, headers: once.headersFor(body) })),
    onSuccess: (_, { once }) => once.done(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  });
}

export function useSendPasswordLink() {
  return useMutation({
    mutationFn: (id: number) => answer(api.POST('/api/users/{id}/password-link/', { params: { path: { id } } })),
  });
}
