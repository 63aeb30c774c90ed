import { getRouteApi } from '@tanstack/react-router';
import { type ListAddress, useListAddress } from '@/lib/list-address';
import type { StockFilters } from './api';
import type { InventorySearch } from './search';

const route = getRouteApi('/_app/inventario');

export type StockAddress = ListAddress<InventorySearch>;

/** The state of the list, which lives in the address: reloading, going back and sharing keep it. */
export function useStockAddress(): StockAddress {
  return useListAddress<InventorySearch>(route.useSearch());
}

export const noFilters: InventorySearch = {
  buscar: undefined,
  categoria: undefined,
  almacen: undefined,
  conStock: undefined,
};

/** How many of the panel's filters are set; the search box shows itself. */
export function activeFilters({ categoria, almacen, conStock }: InventorySearch): number {
  return [categoria, almacen, conStock].filter((value) => value !== undefined).length;
}

export function isFiltered(search: InventorySearch): boolean {
  return search.buscar !== undefined || activeFilters(search) > 0;
}

/** The filters of the address in the server's words. */
export function filtersOf({ buscar, categoria, almacen, conStock, orden }: InventorySearch): StockFilters {
  return {
    ...(buscar !== undefined && { search: buscar }),
    ...(categoria !== undefined && { category: categoria }),
    ...(almacen !== undefined && { location: almacen }),
    ...(conStock !== undefined && { onlyWithStock: true }),
    ordering: orden ?? 'name',
  };
}
