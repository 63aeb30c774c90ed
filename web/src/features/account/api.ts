import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@/lib/api-error';
import type { Answer, Body, Profile } from '@/lib/api-types';
import { answer, answerWithHeaders, api } from '@/lib/client';
import { updateUser } from '@/lib/session';

export function login(body: Body<'/api/auth/login/', 'post'>) {
  return answer(api.POST('/api/auth/login/', { body }));
}

export function register(body: Body<'/api/auth/register/', 'post'>) {
  return answer(api.POST('/api/auth/register/', { body }));
}

export function requestRecovery(email: string) {
  return answer(api.POST('/api/auth/password-recovery/', { body: { email } }));
}

export function changePassword(body: Body<'/api/profile/change-password/', 'post'>) {
  return answer(api.POST('/api/profile/change-password/', { body }));
}

export function resetPassword(body: Body<'/api/auth/password-reset/', 'post'>) {
  return answer(api.POST('/api/auth/password-reset/', { body }));
}

/** A profile together with the version it was read at, which the server compares when saving. */
export type VersionedProfile = { profile: Profile; version: string | null };

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }): Promise<VersionedProfile> => {
    const { data, headers } = await answerWithHeaders(api.GET('/api/profile/', { signal }));
    return { profile: data, version: headers.get('ETag') };
  },
});

type ProfileChange = Body<'/api/profile/', 'put'>;

export function useSaveProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (save: { change: ProfileChange; version: string | null }): Promise<VersionedProfile> => {
      const headers = save.version === null ? {} : { 'If-Match': save.version };
      const saved = await answerWithHeaders(api.PUT('/api/profile/', { body: save.change, headers }));
      return { profile: saved.data.user, version: saved.headers.get('ETag') };
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(profileQuery.queryKey, saved);
      updateUser(saved.profile);
      void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
    },
  });
}

export type OpenSession = Answer<'/api/profile/sessions/', 'get'>['results'][number];

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => answer(api.GET('/api/profile/sessions/', { signal })),
});

/** A session that another user has ended meanwhile is just as ended. */
async function endSession(id: number) {
  try {
    await answer(api.DELETE('/api/profile/sessions/{id}/', { params: { path: { id } } }));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: endSession,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.DELETE('/api/profile/sessions/', {})),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
