import { useQuery } from '@tanstack/react-query';
import type { Answer } from '@/lib/api-types';
import { locationStockQuery, locationsQuery } from './api';

export type Location = Answer<'/api/locations/', 'get'>['results'][number];

const none: Location[] = [];

function activeOf({ results }: { results: Location[] }): Location[] {
  return results.filter((location) => location.isActive);
}

/** The locations in use, the same array as long as nothing changes. No screen mentions them while there is only one. */
export function useActiveLocations(): Location[] {
  const { data } = useQuery({ ...locationsQuery, select: activeOf });
  return data ?? none;
}

/** What lies at a location of one product; the whole stock while there is one location. */
export function useLocationStock(product: { idProduct: number; currentStock: number } | null) {
  const several = useActiveLocations().length > 1;
  const { data: stocks } = useQuery({
    ...locationStockQuery(product?.idProduct ?? 0),
    enabled: product !== null && several,
  });
  return (locationId: number | undefined): number => {
    if (!product) return 0;
    // Until it is known where the units lie, all of them may lie here; the server has the last word.
    if (!several || !stocks) return product.currentStock;
    return stocks.find((stock) => stock.locationId === locationId)?.stock ?? 0;
  };
}

export function mainLocation(locations: Location[]): Location | undefined {
  return locations.find((location) => location.isMain) ?? locations[0];
}
