import { type PagedSearch, parseOneOf, parsePaging, parseText, withoutDefaults } from '@/lib/list-search';

/** How the list is sorted: the server's own names, a leading minus for descending. */
const orderings = ['name', '-name', 'createdAt', '-createdAt'] as const;
export type SupplierOrdering = (typeof orderings)[number];
export const defaultOrdering: SupplierOrdering = 'name';

/** What the address says; whatever is missing or makes no sense is left out and means its default. */
export type SuppliersSearch = PagedSearch & {
  buscar?: string | undefined;
  estado?: 'activos' | 'inactivos' | undefined;
  orden?: SupplierOrdering | undefined;
  /** Opens the form of a new supplier. */
  nuevo?: 'si' | undefined;
};

export function parseOrdering(value: unknown): SupplierOrdering | undefined {
  const ordering = parseOneOf(orderings, value);
  return ordering === defaultOrdering ? undefined : ordering;
}

export function parseSuppliersSearch(raw: Record<string, unknown>): SuppliersSearch {
  return withoutDefaults<SuppliersSearch>({
    buscar: parseText(raw.buscar),
    estado: parseOneOf(['activos', 'inactivos'], raw.estado),
    orden: parseOrdering(raw.orden),
    nuevo: parseOneOf(['si'], raw.nuevo),
    ...parsePaging(raw),
  });
}

/** The list of what a supplier sells, on the supplier's own page. */
export type SupplierSearch = PagedSearch & { buscar?: string | undefined };

export function parseSupplierSearch(raw: Record<string, unknown>): SupplierSearch {
  return withoutDefaults<SupplierSearch>({ buscar: parseText(raw.buscar), ...parsePaging(raw) });
}
