import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Answer, Body } from '@/lib/api-types';
import { answer, api } from '@/lib/client';
import type { OnceKey } from '@/lib/once-key';
import { strings } from './strings';

export type Product = Answer<'/api/products/{id}/', 'get'>;
export type Movement = Answer<'/api/movements/', 'get'>['results'][number];
export type Adjustment = Body<'/api/products/{id}/adjust_stock/', 'post'>;
export type Reason = NonNullable<Adjustment['reason']>;

export function productQuery(id: number) {
  return queryOptions({
    queryKey: ['products', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/api/products/{id}/', { params: { path: { id } }, signal })),
  });
}

/** What the categories of a list are chosen from; each list asks for it under the same key. */
export const categoriesQuery = queryOptions({
  queryKey: ['products', 'categories'],
  queryFn: ({ signal }) => answer(api.GET('/api/products/categories/', { signal }), strings.categoriesFailed),
});

export const locationsQuery = queryOptions({
  queryKey: ['locations'],
  queryFn: ({ signal }) => answer(api.GET('/api/locations/', { signal })),
});

/** What each location holds of one product. */
export function locationStockQuery(id: number) {
  return queryOptions({
    queryKey: ['stock', 'locations', id],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/products/{id}/locations/', { params: { path: { id } }, signal })),
  });
}

export type MovementPage = { product: number; page: number; limit: number };

export function movementsQuery(query: MovementPage) {
  return queryOptions({
    queryKey: ['stock', 'movements', query],
    queryFn: ({ signal }) => answer(api.GET('/api/movements/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Shows a product's new stock at once and asks again for whatever depends on it. */
async function refreshStock(queryClient: QueryClient, product: Product) {
  queryClient.setQueryData(productQuery(product.idProduct).queryKey, product);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['products'] }),
    queryClient.invalidateQueries({ queryKey: ['stock'] }),
    queryClient.invalidateQueries({ queryKey: ['alerts'] }),
  ]);
}

type Adjust = { productId: number; adjustment: Adjustment; once: OnceKey };

export function useAdjustStock() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ productId, adjustment, once }: Adjust) =>
      answer(
        api.POST('/api/products/{id}/adjust_stock/', {
          params: { path: { id: productId } },
          body: adjustment,
          headers: once.headersFor({ productId, ...adjustment }),
        }),
        strings.adjust.refused,
      ),
    onSuccess: ({ product }, { once }) => {
      once.done();
      void refreshStock(queryClient, product);
    },
  });
}

/** Not a hook's mutation, because the toast that offers it outlives the dialog that made the change. */
export async function undoMovement(queryClient: QueryClient, id: number): Promise<Product> {
  const { product } = await answer(api.POST('/api/movements/{id}/undo/', { params: { path: { id } } }));
  void refreshStock(queryClient, product);
  return product;
}
