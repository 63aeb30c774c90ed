import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Answer, Body } from '@/lib/api-types';
import { answer, api } from '@/lib/client';
import { fileForm, fileIdentity } from '@/lib/file-form';
import type { OnceKey } from '@/lib/once-key';
import { isAtWork } from './progress';

export type Import = Answer<'/api/imports/{id}/', 'get'>;
export type ImportList = Answer<'/api/imports/', 'get'>;
/** An import as lists show it. */
export type ImportRow = ImportList['results'][number];
export type ImportStatus = Import['status'];
export type RowProblem = Import['problems'][number];
export type Preview = Answer<'/api/imports/{id}/preview/', 'post'>;
export type Mapping = Body<'/api/imports/{id}/mapping/', 'put'>;

/** The live stream tells of every step; asking now and then as well keeps the bar moving when it is down. */
const pollMs = 2000;

export function importQuery(id: number) {
  return queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/api/imports/{id}/', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data.status) ? pollMs : false),
  });
}

export function importsQuery(query: { page: number; limit: number; subject: Import['subject'] }) {
  return queryOptions({
    queryKey: ['imports', 'list', query],
    queryFn: ({ signal }) => answer(api.GET('/api/imports/', { params: { query }, signal })),
    refetchInterval: ({ state }) => (state.data?.results.some(({ status }) => isAtWork(status)) ? pollMs : false),
    placeholderData: keepPreviousData,
  });
}

/** The supplier whose prices a file has. */
export function supplierNameQuery(id: number) {
  return queryOptions({
    queryKey: ['suppliers', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/api/suppliers/{id}/', { params: { path: { id } }, signal })),
  });
}

/**
 * What running the import would do. It reads the whole file, so it is asked once for each look and does not
 * follow every change of the catalogue: the server compares again before it writes anything.
 */
export function previewQuery({ id, history }: Pick<Import, 'id' | 'history'>) {
  return queryOptions({
    // What has left moves stock or is history: the same file would do something else.
    queryKey: ['import-preview', id, history],
    queryFn: ({ signal }) => answer(api.POST('/api/imports/{id}/preview/', { params: { path: { id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

type Upload = { file: File; subject: Import['subject'] };

export function uploadImport({ file, subject }: Upload, once: OnceKey, signal: AbortSignal): Promise<Import> {
  const headers = once.headersFor({ subject, file: fileIdentity(file) });
  const params = { query: { subject } };
  return answer(api.POST('/api/imports/', { ...fileForm(file), params, headers, signal }));
}

export function mapImport(id: number, body: Mapping): Promise<Import> {
  return answer(api.PUT('/api/imports/{id}/mapping/', { params: { path: { id } }, body }));
}

export function runImport(id: number, once: OnceKey): Promise<Import> {
  const headers = once.headersFor({ id });
  return answer(api.POST('/api/imports/{id}/run/', { params: { path: { id } }, headers }));
}

export function undoImport(id: number): Promise<Import> {
  return answer(api.POST('/api/imports/{id}/undo/', { params: { path: { id } } }));
}

/** Shows what the server just said about an import, and lets the list ask again. */
export function showImport(queryClient: QueryClient, imported: Import) {
  queryClient.setQueryData(importQuery(imported.id).queryKey, imported);
  void queryClient.invalidateQueries({ queryKey: ['imports', 'list'] });
}
