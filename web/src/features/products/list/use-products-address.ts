import { getRouteApi } from '@tanstack/react-router';
import { type ListAddress, useListAddress } from '@/lib/list-address';
import type { ProductsSearch } from './search';

const route = getRouteApi('/_app/productos');

export type ProductsAddress = ListAddress<ProductsSearch>;

/** The state of the list, which lives in the address: reloading, going back and sharing keep it. */
export function useProductsAddress(): ProductsAddress {
  return useListAddress<ProductsSearch>(route.useSearch());
}
