import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, Body } from '@/lib/api-types';
import { answer, answerWithHeaders, api } from '@/lib/client';
import { attachedName, saveFile } from '@/lib/download';

export type BackupList = Answer<'/api/backups/', 'get'>;
export type Backup = BackupList['results'][number];
export type Schedule = Answer<'/api/backups/schedule/', 'get'>;
export type ScheduleChange = Body<'/api/backups/schedule/', 'put'>;

/** How often work that is under way is asked about, should the live events not arrive. */
const pollMs = 3000;

export function isBeingMade({ state }: Backup): boolean {
  return state === 'asked' || state === 'running';
}

export function isBeingChecked({ check: { state } }: Backup): boolean {
  return state === 'asked' || state === 'running';
}

export function backupsQuery(query: { page: number; limit: number }) {
  return queryOptions({
    queryKey: ['backups', 'list', query],
    queryFn: ({ signal }) => answer(api.GET('/api/backups/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.results.some((backup) => isBeingMade(backup) || isBeingChecked(backup)) ? pollMs : false,
  });
}

export const scheduleQuery = queryOptions({
  queryKey: ['backups', 'schedule'],
  queryFn: ({ signal }) => answer(api.GET('/api/backups/schedule/', { signal })),
});

export function useSaveSchedule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ScheduleChange) => answer(api.PUT('/api/backups/schedule/', { body })),
    onSuccess: (saved) => queryClient.setQueryData(scheduleQuery.queryKey, saved),
  });
}

function useRefreshBackups() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['backups', 'list'] });
}

export function useAskBackup() {
  const refresh = useRefreshBackups();
  return useMutation({ mutationFn: () => answer(api.POST('/api/backups/')), onSettled: refresh });
}

export function useAskBackupCheck() {
  const refresh = useRefreshBackups();
  return useMutation({
    mutationFn: (id: number) => answer(api.POST('/api/backups/{id}/verify/', { params: { path: { id } } })),
    onSettled: refresh,
  });
}

export function useDeleteBackup() {
  const refresh = useRefreshBackups();
  return useMutation({
    mutationFn: (id: number) => answer(api.DELETE('/api/backups/{id}/', { params: { path: { id } } })),
    onSettled: refresh,
  });
}

export function useDownloadBackup() {
  return useMutation({
    mutationFn: async ({ id, fileName }: Backup) => {
      const { data, headers } = await answerWithHeaders(
        api.GET('/api/backups/{id}/file/', { params: { path: { id } }, parseAs: 'blob' }),
      );
      saveFile(data, attachedName(headers, fileName));
    },
  });
}
