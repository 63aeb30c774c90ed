import { listFilters } from '@/lib/list-filters';
import type { ProductFilters } from '../api';
import { defaultOrdering, type ProductsSearch } from './search';

/** The search box and the chips show themselves. */
export const filters = listFilters<ProductsSearch>(
  ['buscar', 'categoria', 'marca', 'etiqueta', 'estado', 'stock', ['precioMin', 'precioMax'], ['stockMin', 'stockMax']],
  ['buscar', 'stock'],
);

/** The filters of the address in the server's words, without paging. */
export function filtersOf(search: ProductsSearch): ProductFilters {
  const { buscar, categoria, marca, etiqueta, estado, stock, orden = defaultOrdering } = search;
  const { precioMin, precioMax, stockMin, stockMax } = search;
  return {
    ...(buscar !== undefined && { search: buscar }),
    ...(categoria !== undefined && { category: categoria }),
    ...(marca !== undefined && { brand: marca }),
    ...(etiqueta !== undefined && { tag: etiqueta }),
    ...(estado !== undefined && { status: estado }),
    ...(stock === 'bajo' && { lowStock: true }),
    ...(stock === 'sin' && { inStock: false }),
    ...(stock === 'con' && { inStock: true }),
    ...(precioMin !== undefined && { minPrice: precioMin }),
    ...(precioMax !== undefined && { maxPrice: precioMax }),
    ...(stockMin !== undefined && { minStock: stockMin }),
    ...(stockMax !== undefined && { maxStock: stockMax }),
    ordering: orden,
  };
}
