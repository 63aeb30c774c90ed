import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, Body } from '@/lib/api-types';
import { answer, api } from '@/lib/client';

export type ProductSupplier = Answer<'/api/products/{id}/suppliers/', 'get'>['results'][number];
export type WantedSuppliers = Body<'/api/products/{id}/suppliers/', 'put'>['suppliers'];

/** Who sells a product; the preferred one first. */
export function productSuppliersQuery(id: number) {
  return queryOptions({
    queryKey: ['suppliers', 'product', id],
    queryFn: ({ signal }) => answer(api.GET('/api/products/{id}/suppliers/', { params: { path: { id } }, signal })),
  });
}

/** Writes all of them at once; those that are left out sell it no more. */
export function useSetSuppliers() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, suppliers }: { id: number; suppliers: WantedSuppliers }) =>
      answer(api.PUT('/api/products/{id}/suppliers/', { params: { path: { id } }, body: { suppliers } })),
    onSuccess: (_, { id }) => {
      for (const topic of ['suppliers', 'forecasts', 'purchases']) {
        void queryClient.invalidateQueries({ queryKey: [topic] });
      }
      void queryClient.invalidateQueries({ queryKey: ['products', 'one', id] });
    },
  });
}
