import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, Body } from '@/lib/api-types';
import { answerWithHeaders, api } from '@/lib/client';

export type BusinessSettings = Answer<'/api/settings/', 'get'>;
type SettingsChange = Body<'/api/settings/', 'patch'>;

/** The settings together with the version they were read at, which the server compares when saving. */
export type VersionedSettings = { settings: BusinessSettings; version: string | null };

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }): Promise<VersionedSettings> => {
    const { data, headers } = await answerWithHeaders(api.GET('/api/settings/', { signal }));
    return { settings: data, version: headers.get('ETag') };
  },
});

export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (save: { change: SettingsChange; version: string | null }): Promise<VersionedSettings> => {
      const header = save.version === null ? {} : { 'If-Match': save.version };
      const { data, headers } = await answerWithHeaders(
        api.PATCH('/api/settings/', { body: save.change, params: { header } }),
      );
      return { settings: data, version: headers.get('ETag') };
    },
    onSuccess: async (saved) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: ['business'] });
    },
  });
}
