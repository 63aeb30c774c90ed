import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Location } from '@/features/shared/use-locations';
import type { Body } from '@/lib/api-types';
import { answer, api } from '@/lib/client';
import type { OnceKey } from '@/lib/once-key';

function useRefreshLocations() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['locations'] });
}

export function useAddLocation() {
  const refresh = useRefreshLocations();
  return useMutation({
    mutationFn: ({ name, once }: { name: string; once: OnceKey }) =>
      answer(api.POST('/api/locations/', { body: { name }, headers: once.headersFor(name) })),
    onSuccess: (_, { once }) => once.done(),
    onSettled: refresh,
  });
}

type LocationChange = { seen: Location; change: Body<'/api/locations/{id}/', 'patch'> };

/** Saves on top of the version that was seen, so that nobody undoes what another user just wrote. */
export function useChangeLocation() {
  const refresh = useRefreshLocations();
  return useMutation({
    mutationFn: ({ seen, change }: LocationChange) =>
      answer(
        api.PATCH('/api/locations/{id}/', {
          params: { path: { id: seen.id }, header: { 'If-Match': `"v${seen.version}"` } },
          body: change,
        }),
      ),
    onSettled: refresh,
  });
}
