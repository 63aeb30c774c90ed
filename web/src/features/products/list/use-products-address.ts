import { getRouteApi } from '@tanstack/react-router';
import { useListAddress } from '@/lib/list-address';
import { filtersOf } from '../api';
import { noFilters } from './filters';
import type { ProductsSearch } from './search';

const route = getRouteApi('/_app/productos');

/** The state of the list, which lives in the address: reloading, going back and sharing keep it. */
export function useProductsAddress() {
  const address = useListAddress<ProductsSearch>(route.useSearch());
  const { search, page, limit, change } = address;
  return {
    ...address,
    query: { ...filtersOf(search), page, limit },
    clearFilters: () => change(noFilters),
  };
}

export type ProductsAddress = ReturnType<typeof useProductsAddress>;
