import { getRouteApi } from '@tanstack/react-router';
import { type ListAddress, useListAddress } from '@/lib/list-address';
import type { MovementFilters } from './api';

const route = getRouteApi('/_app/inventario');

type MovementsSearch = ReturnType<typeof route.useSearch>;

/** The state of the list, which lives in the address of the inventory screen. */
export function useMovementsAddress(): ListAddress<MovementsSearch> {
  return useListAddress(route.useSearch());
}

export type MovementsAddress = ReturnType<typeof useMovementsAddress>;

export const noFilters = {
  buscar: undefined,
  tipo: undefined,
  usuario: undefined,
  desde: undefined,
  hasta: undefined,
};

/** How many of the panel's filters are set; the search box shows itself. */
export function activeFilters({ tipo, usuario, desde, hasta }: MovementsSearch): number {
  return [tipo, usuario, desde, hasta].filter((value) => value !== undefined).length;
}

export function isFiltered(search: MovementsSearch): boolean {
  return search.buscar !== undefined || activeFilters(search) > 0;
}

/** The filters of the address in the server's words. */
export function filtersOf({ buscar, tipo, usuario, desde, hasta }: MovementsSearch): MovementFilters {
  return {
    ...(buscar !== undefined && { search: buscar }),
    ...(tipo !== undefined && { type: tipo }),
    ...(usuario !== undefined && { createdBy: usuario }),
    ...(desde !== undefined && { dateFrom: desde }),
    ...(hasta !== undefined && { dateTo: hasta }),
    ordering: '-createdAt',
  };
}
