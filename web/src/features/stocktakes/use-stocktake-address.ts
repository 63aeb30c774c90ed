import { getRouteApi } from '@tanstack/react-router';
import { type ListAddress, useListAddress } from '@/lib/list-address';

const route = getRouteApi('/_app/inventario');

type InventorySearch = ReturnType<typeof route.useSearch>;
export type StocktakeAddress = ListAddress<InventorySearch>;

/** The state of the lists, which lives in the address of the inventory screen. */
export function useStocktakeAddress(): StocktakeAddress {
  return useListAddress(route.useSearch());
}
