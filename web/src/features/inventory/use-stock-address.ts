import { getRouteApi } from '@tanstack/react-router';
import { type ListAddress, useListAddress } from '@/lib/list-address';
import { listFilters } from '@/lib/list-filters';
import { withoutDefaults } from '@/lib/list-search';
import type { StockFilters } from './api';
import type { InventorySearch } from './search';

const route = getRouteApi('/_app/inventario');

export type StockAddress = ListAddress<InventorySearch>;

/** The state of the list, which lives in the address: reloading, going back and sharing keep it. */
export function useStockAddress(): StockAddress {
  return useListAddress<InventorySearch>(route.useSearch());
}

export const filters = listFilters<InventorySearch>(['buscar', 'categoria', 'almacen', 'conStock']);

/** The filters of the address in the server's words. */
export function filtersOf({ buscar, categoria, almacen, conStock, orden }: InventorySearch): StockFilters {
  return withoutDefaults({
    search: buscar,
    category: categoria,
    location: almacen,
    onlyWithStock: conStock === undefined ? undefined : true,
    ordering: orden ?? 'name',
  });
}
