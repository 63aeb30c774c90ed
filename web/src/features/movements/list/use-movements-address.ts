import { getRouteApi } from '@tanstack/react-router';
import { type ListAddress, useListAddress } from '@/lib/list-address';
import { listFilters } from '@/lib/list-filters';
import { withoutDefaults } from '@/lib/list-search';
import type { MovementFilters } from '../api';

const route = getRouteApi('/_app/inventario');

type MovementsSearch = ReturnType<typeof route.useSearch>;

/** The state of the list, which lives in the address of the inventory screen. */
export function useMovementsAddress(): ListAddress<MovementsSearch> {
  return useListAddress(route.useSearch());
}

export type MovementsAddress = ReturnType<typeof useMovementsAddress>;

export const filters = listFilters<MovementsSearch>(['buscar', 'tipo', 'usuario', 'desde', 'hasta']);

/** The filters of the address in the server's words. */
export function filtersOf({ buscar, tipo, usuario, desde, hasta }: MovementsSearch): MovementFilters {
  return withoutDefaults({
    search: buscar,
    type: tipo,
    createdBy: usuario,
    dateFrom: desde,
    dateTo: hasta,
    ordering: '-createdAt',
  });
}
