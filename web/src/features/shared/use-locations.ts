import { useQuery } from '@tanstack/react-query';
import type { Answer } from '@/lib/api-types';
import { locationStockQuery, locationsQuery } from './api';
import { strings } from './strings';

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

export type LocationStock = {
  /** Whether it is known where the units lie. */
  isKnown: boolean;
  stockAt: (locationId: number | undefined) => number;
};

/** What lies at a location of one product; the whole stock while there is one location. */
export function useLocationStock(product: { idProduct: number; currentStock: number } | null): LocationStock {
  const several = useActiveLocations().length > 1;
  const { data: stocks } = useQuery({
    ...locationStockQuery(product?.idProduct ?? 0),
    enabled: product !== null && several,
  });
  function stockAt(locationId: number | undefined): number {
    if (!product) return 0;
    // Until it is known where the units lie, all of them may lie here; the server has the last word.
    if (!several || !stocks) return product.currentStock;
    return stocks.find((stock) => stock.locationId === locationId)?.stock ?? 0;
  }
  return { isKnown: product !== null && (!several || stocks !== undefined), stockAt };
}

export function mainLocation(locations: Location[]): Location | undefined {
  return locations.find((location) => location.isMain) ?? locations[0];
}

/** The locations to choose from, each with what lies there once that is known. */
export function locationOptions(locations: Location[], { isKnown, stockAt }: LocationStock) {
  return locations.map(({ id, name }) => ({
    value: String(id),
    label: isKnown ? strings.locationStock(name, stockAt(id)) : name,
  }));
}
