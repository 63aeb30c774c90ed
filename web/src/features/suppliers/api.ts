import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, Body } from '@/lib/api-types';
import { answer, answerWithHeaders, api } from '@/lib/client';
import { type SheetFormat, saveAnswered } from '@/lib/download';
import { listFilters } from '@/lib/list-filters';
import { withoutDefaults } from '@/lib/list-search';
import type { OnceKey } from '@/lib/once-key';
import type { paths } from '@/lib/schema';
import { defaultOrdering, type SupplierSearch, type SuppliersSearch } from './search';

export type SupplierList = Answer<'/api/suppliers/', 'get'>;
export type SupplierRow = SupplierList['results'][number];
export type Supplier = Answer<'/api/suppliers/{id}/', 'get'>;
export type SupplierChange = Body<'/api/suppliers/{id}/', 'patch'>;
export type NewSupplier = Body<'/api/suppliers/', 'post'>;
export type SupplierStats = Answer<'/api/suppliers/{id}/stats/', 'get'>;
export type SoldList = Answer<'/api/suppliers/{id}/products/', 'get'>;
export type Sold = SoldList['results'][number];
export type SoldChange = Body<'/api/suppliers/{id}/products/{productId}/', 'patch'>;
export type Price = Answer<'/api/suppliers/{id}/products/{productId}/prices/', 'get'>['results'][number];
type SupplierFilters = NonNullable<paths['/api/suppliers/']['get']['parameters']['query']>;

export const filters = listFilters<SuppliersSearch>(['buscar', 'estado']);
export const soldFilters = listFilters<SupplierSearch>(['buscar']);

/** The filters of the address in the server's words, without paging. */
export function filtersOf({ buscar, estado, orden = defaultOrdering }: SuppliersSearch): SupplierFilters {
  return withoutDefaults({
    search: buscar,
    active: estado === undefined ? undefined : estado === 'activos',
    ordering: orden,
  });
}

export function suppliersQuery(query: SupplierFilters) {
  return queryOptions({
    queryKey: ['suppliers', 'list', query],
    queryFn: ({ signal }) => answer(api.GET('/api/suppliers/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function supplierQuery(id: number) {
  return queryOptions({
    queryKey: ['suppliers', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/api/suppliers/{id}/', { params: { path: { id } }, signal })),
  });
}

export function supplierStatsQuery(id: number) {
  return queryOptions({
    queryKey: ['suppliers', 'stats', id],
    queryFn: ({ signal }) => answer(api.GET('/api/suppliers/{id}/stats/', { params: { path: { id } }, signal })),
  });
}

type SoldQuery = { search?: string | undefined; page: number; limit: number };

export function soldQuery(id: number, { search, page, limit }: SoldQuery) {
  const query = withoutDefaults({ search, page, limit });
  return queryOptions({
    queryKey: ['suppliers', 'products', id, query],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/suppliers/{id}/products/', { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function pricesQuery({ supplierId, productId }: Sold) {
  return queryOptions({
    queryKey: ['suppliers', 'prices', supplierId, productId],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/suppliers/{id}/products/{productId}/prices/', {
          params: { path: { id: supplierId, productId }, query: { limit: 50 } },
          signal,
        }),
      ),
  });
}

/** Suppliers that somebody may be about to write again, and what looks wrong with a tax number. */
export function similarQuery(typed: { name: string; taxId: string; except: number | undefined }) {
  const query = withoutDefaults({
    name: typed.name || undefined,
    taxId: typed.taxId || undefined,
    except: typed.except,
  });
  return queryOptions({
    queryKey: ['suppliers', 'similar', query],
    queryFn: ({ signal }) => answer(api.GET('/api/suppliers/duplicates/', { params: { query }, signal })),
    enabled: typed.name !== '' || typed.taxId !== '',
    placeholderData: keepPreviousData,
  });
}

/** Everything that the filters match, not only the page on screen. */
export async function exportSuppliers(filters: SupplierFilters, format: SheetFormat): Promise<void> {
  await saveAnswered(
    answerWithHeaders(
      api.GET('/api/suppliers/export/', { params: { query: { ...filters, format } }, parseAs: 'blob' }),
    ),
    `proveedores.${format}`,
  );
}

/** Who sells a product decides what its forecast orders, and where. */
function refreshSuppliers(queryClient: QueryClient) {
  return Promise.all(
    ['suppliers', 'products', 'forecasts', 'purchases'].map((topic) =>
      queryClient.invalidateQueries({ queryKey: [topic] }),
    ),
  );
}

function ifSeen({ version }: { version: number }) {
  return { 'If-Match': `"v${version}"` };
}

export function useAddSupplier() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ supplier, once }: { supplier: NewSupplier; once: OnceKey }) =>
      answer(api.POST('/api/suppliers/', { body: supplier, headers: once.headersFor(supplier) })),
    onSuccess: (_, { once }) => {
      once.done();
      void refreshSuppliers(queryClient);
    },
  });
}

export function useChangeSupplier() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ seen, change }: { seen: Supplier; change: SupplierChange }) =>
      answer(
        api.PATCH('/api/suppliers/{id}/', { params: { path: { id: seen.id }, header: ifSeen(seen) }, body: change }),
      ),
    onSuccess: () => void refreshSuppliers(queryClient),
  });
}

export function useRemoveSupplier() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => answer(api.DELETE('/api/suppliers/{id}/', { params: { path: { id } } })),
    onSuccess: () => void refreshSuppliers(queryClient),
  });
}

export function useMergeSupplier() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, into }: { id: number; into: number }) =>
      answer(api.POST('/api/suppliers/{id}/merge/', { params: { path: { id } }, body: { into } })),
    onSuccess: () => void refreshSuppliers(queryClient),
  });
}

type AddSold = { supplierId: number; productId: number; change: SoldChange; once: OnceKey };

export function useAddSold() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ supplierId, productId, change, once }: AddSold) => {
      const body = { productId, ...change };
      return answer(
        api.POST('/api/suppliers/{id}/products/', {
          params: { path: { id: supplierId } },
          body,
          headers: once.headersFor(body),
        }),
      );
    },
    onSuccess: (_, { once }) => {
      once.done();
      void refreshSuppliers(queryClient);
    },
  });
}

function placeOf({ supplierId, productId }: Sold) {
  return { id: supplierId, productId };
}

export function useChangeSold() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ seen, change }: { seen: Sold; change: SoldChange }) =>
      answer(
        api.PATCH('/api/suppliers/{id}/products/{productId}/', {
          params: { path: placeOf(seen), header: ifSeen(seen) },
          body: change,
        }),
      ),
    onSuccess: () => void refreshSuppliers(queryClient),
  });
}

export function useRemoveSold() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (seen: Sold) =>
      answer(
        api.DELETE('/api/suppliers/{id}/products/{productId}/', {
          params: { path: placeOf(seen), header: ifSeen(seen) },
        }),
      ),
    onSuccess: () => void refreshSuppliers(queryClient),
  });
}
