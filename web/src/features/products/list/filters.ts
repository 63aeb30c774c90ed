import type { ProductsSearch } from './search';

const filterNames = [
  'buscar',
  'categoria',
  'marca',
  'etiqueta',
  'estado',
  'stock',
  'precioMin',
  'precioMax',
  'stockMin',
  'stockMax',
] as const;

export const noFilters = Object.fromEntries(filterNames.map((name) => [name, undefined]));

/** How many filters of the panel are set; the search box and the chips show themselves. */
export function panelFilterCount(search: ProductsSearch): number {
  const { categoria, marca, etiqueta, estado, precioMin, precioMax, stockMin, stockMax } = search;
  const set = (...values: unknown[]) => (values.some((value) => value !== undefined) ? 1 : 0);
  return (
    set(categoria) +
    set(marca) +
    set(etiqueta) +
    set(estado) +
    set(precioMin, precioMax) +
    set(stockMin, stockMax)
  );
}

export function isFiltered(search: ProductsSearch): boolean {
  return filterNames.some((name) => search[name] !== undefined);
}
