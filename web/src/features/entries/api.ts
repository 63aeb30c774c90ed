import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshEntries } from '@/features/movements/undo/undo-entry';
import type { Answer, Body } from '@/lib/api-types';
import { answer, api } from '@/lib/client';
import { listFilters } from '@/lib/list-filters';
import { withoutDefaults } from '@/lib/list-search';
import type { OnceKey } from '@/lib/once-key';
import type { paths } from '@/lib/schema';
import type { EntriesSearch } from './search';

export type EntryList = Answer<'/api/entries/', 'get'>;
export type Entry = EntryList['results'][number];
export type EntrySummary = EntryList['summary'];
export type EntryLine = Body<'/api/entries/batch/', 'post'>['lines'][number];
export type EntryChange = Body<'/api/entries/{id}/', 'patch'>;
type EntryFilters = NonNullable<paths['/api/entries/']['get']['parameters']['query']>;

export const filters = listFilters<EntriesSearch>(['buscar', 'tipo', 'usuario', 'desde', 'hasta']);

/** The filters of the address in the server's words, without paging. */
export function filtersOf({ buscar, tipo, usuario, desde, hasta }: EntriesSearch): EntryFilters {
  return withoutDefaults({
    search: buscar,
    entryType: tipo,
    createdBy: usuario,
    dateFrom: desde,
    dateTo: hasta,
    ordering: '-createdAt',
  });
}

export function entriesQuery(query: EntryFilters) {
  return queryOptions({
    queryKey: ['entries', 'list', query],
    queryFn: ({ signal }) => answer(api.GET('/api/entries/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function entryQuery(id: number) {
  return queryOptions({
    queryKey: ['entries', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/api/entries/{id}/', { params: { path: { id } }, signal })),
  });
}

export function useCreateEntries() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ lines, once }: { lines: EntryLine[]; once: OnceKey }) =>
      answer(api.POST('/api/entries/batch/', { body: { lines }, headers: once.headersFor(lines) })),
    onSuccess: (_, { once }) => {
      once.done();
      void refreshEntries(queryClient);
    },
  });
}

export function useUpdateEntry() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ seen, change }: { seen: Entry; change: EntryChange }) =>
      answer(
        api.PATCH('/api/entries/{id}/', {
          params: { path: { id: seen.id }, header: { 'If-Match': `"v${seen.version}"` } },
          body: change,
        }),
      ),
    onSuccess: () => void refreshEntries(queryClient),
  });
}

export function useDeleteEntry() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => answer(api.DELETE('/api/entries/{id}/', { params: { path: { id } } })),
    onSuccess: () => void refreshEntries(queryClient),
  });
}

/** Takes back what was just registered. Not a hook's mutation, because the toast outlives the screen behind it. */
export async function deleteEntries(queryClient: QueryClient, ids: number[]): Promise<void> {
  try {
    await answer(api.POST('/api/entries/undo/', { body: { ids } }));
  } finally {
    void refreshEntries(queryClient);
  }
}
