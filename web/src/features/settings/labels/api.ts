import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '@/lib/api-types';
import { answer, api } from '@/lib/client';
import type { LabelKind } from '../search';

export type Label = Answer<'/api/products/categories/', 'get'>[number];

const paths = {
  categorias: '/api/products/categories/',
  marcas: '/api/products/brands/',
  etiquetas: '/api/products/tags/',
} as const;

/** The keys are those under which the product form keeps its suggestions: they are the same lists. */
const keys = { categorias: 'categories', marcas: 'brands', etiquetas: 'tags' };

export function labelsQuery(kind: LabelKind) {
  return queryOptions({
    queryKey: ['products', keys[kind]],
    queryFn: ({ signal }) => answer(api.GET(paths[kind], { signal })),
  });
}

type Rename = { id: number; name: string; merge: boolean };

/** A name that another one has is refused with 409 unless merging was asked for. */
export function useRenameLabel(kind: LabelKind) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: Rename) =>
      answer(api.PATCH(`${paths[kind]}{id}/`, { params: { path: { id } }, body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['products'] }),
  });
}
