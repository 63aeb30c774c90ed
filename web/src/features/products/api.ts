import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Product, productQuery } from '@/features/shared/api';
import { type ProductChange, updateProduct } from '@/features/shared/update-product';
import type { Answer } from '@/lib/api-types';
import { answer, answerWithHeaders, api } from '@/lib/client';
import { type SheetFormat, saveAnswered } from '@/lib/download';
import type { OnceKey } from '@/lib/once-key';
import type { paths } from '@/lib/schema';
import { filterStrings, strings } from './strings';

export type { Product, ProductChange };
export type ProductList = Answer<'/api/products/', 'get'>;
export type ProductFilters = NonNullable<paths['/api/products/']['get']['parameters']['query']>;

export function productsQuery(query: ProductFilters) {
  return queryOptions({
    queryKey: ['products', 'list', query],
    queryFn: ({ signal }) => answer(api.GET('/api/products/', { params: { query }, signal }), strings.refused),
    placeholderData: keepPreviousData,
  });
}

type ExportFilters = NonNullable<paths['/api/products/export/']['get']['parameters']['query']>;

/** Everything that the filters match, not only the page on screen. */
export async function exportProducts(filters: ExportFilters, format: SheetFormat): Promise<void> {
  await saveAnswered(
    answerWithHeaders(
      api.GET('/api/products/export/', {
        params: { query: { ...filters, format } },
        // The description says so, but types alone cannot tell the client: a list is one value with commas.
        querySerializer: { array: { style: 'form', explode: false } },
        parseAs: 'blob',
      }),
    ),
    `productos.${format}`,
  );
}

export const productStatsQuery = queryOptions({
  queryKey: ['products', 'stats'],
  queryFn: ({ signal }) => answer(api.GET('/api/products/stats/', { signal }), strings.statsFailed),
});

export const brandsQuery = queryOptions({
  queryKey: ['products', 'brands'],
  queryFn: ({ signal }) => answer(api.GET('/api/products/brands/', { signal }), filterStrings.brandsFailed),
});

export function skuAvailableQuery(sku: string, excludeId?: number) {
  const query = { sku, ...(excludeId !== undefined && { exclude_id: excludeId }) };
  return queryOptions({
    queryKey: ['products', 'sku', query],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/products/validate-sku/', { params: { query }, signal })).then((found) => found.is_available),
    retry: false,
    staleTime: 0,
  });
}

/** Everything that lists or counts products is asked for again; the one at hand is known already. */
export function refreshProducts(queryClient: QueryClient, product?: Product) {
  if (product) queryClient.setQueryData(productQuery(product.idProduct).queryKey, product);
  return queryClient.invalidateQueries({ queryKey: ['products'] });
}

export function useCreateProduct() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, once }: { body: ProductChange; once: OnceKey }) =>
      answer(api.POST('/api/products/', { body, headers: once.headersFor(body) })),
    onSuccess: (product, { once }) => {
      once.done();
      void refreshProducts(queryClient, product);
    },
  });
}

export function useUpdateProduct() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: updateProduct,
    onSuccess: (product) => void refreshProducts(queryClient, product),
  });
}

export function useDuplicateProduct() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, sku, once }: { id: number; sku: string; once: OnceKey }) =>
      answer(
        api.POST('/api/products/{id}/duplicate/', {
          params: { path: { id } },
          body: { new_sku: sku },
          headers: once.headersFor({ id, sku }),
        }),
      ),
    onSuccess: (_, { once }) => {
      once.done();
      void refreshProducts(queryClient);
    },
  });
}

export function useDeleteProduct() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => answer(api.DELETE('/api/products/{id}/', { params: { path: { id } } })),
    onSuccess: () => void refreshProducts(queryClient),
  });
}

/** A plain function: the toast that offers it outlives the screen that deleted. */
export async function restoreProduct(queryClient: QueryClient, id: number): Promise<Product> {
  const product = await answer(api.POST('/api/products/{id}/restore/', { params: { path: { id } } }));
  void refreshProducts(queryClient, product);
  return product;
}
