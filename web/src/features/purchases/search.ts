import {
  type DatedSearch,
  type PagedSearch,
  parseDates,
  parseId,
  parseOneOf,
  parsePaging,
  parseText,
  withoutDefaults,
} from '@/lib/list-search';

/** In the order a purchase goes through them; the last two are its other ends. */
export const purchaseStatuses = ['draft', 'sent', 'received', 'closed', 'cancelled'] as const;
export type PurchaseStatus = (typeof purchaseStatuses)[number];

/** How the list is sorted: the server's own names, a leading minus for descending. What is late comes first. */
const orderings = [
  '-due',
  'due',
  'createdAt',
  '-createdAt',
  'number',
  '-number',
  'totalCost',
  '-totalCost',
  'expectedOn',
  '-expectedOn',
] as const;
export type PurchaseOrdering = (typeof orderings)[number];
export const defaultOrdering: PurchaseOrdering = '-due';

/** What the address says; whatever is missing or makes no sense is left out and means its default. */
export type PurchasesSearch = PagedSearch &
  DatedSearch & {
    buscar?: string | undefined;
    estado?: PurchaseStatus | undefined;
    /** Only what should have come by now. */
    tarde?: 'si' | undefined;
    proveedor?: number | undefined;
    orden?: PurchaseOrdering | undefined;
    /** Only these, as their numbers with commas: what was just made of a forecast. */
    solo?: string | undefined;
    /** Opens the form of a new purchase, from the supplier above. */
    nueva?: 'si' | undefined;
  };

export function parseOrdering(value: unknown): PurchaseOrdering | undefined {
  const ordering = parseOneOf(orderings, value);
  return ordering === defaultOrdering ? undefined : ordering;
}

/** As many as the server looks for at once. */
function parseIds(value: unknown): string | undefined {
  return /^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/.test(String(value)) ? String(value) : undefined;
}

export function parsePurchasesSearch(raw: Record<string, unknown>): PurchasesSearch {
  return withoutDefaults<PurchasesSearch>({
    buscar: parseText(raw.buscar),
    estado: parseOneOf(purchaseStatuses, raw.estado),
    tarde: parseOneOf(['si'], raw.tarde),
    proveedor: parseId(raw.proveedor),
    solo: parseIds(raw.solo),
    ...parseDates(raw),
    orden: parseOrdering(raw.orden),
    nueva: parseOneOf(['si'], raw.nueva),
    ...parsePaging(raw),
  });
}

/** The list of what is on its way. */
export type PendingSearch = PagedSearch;

export function parsePendingSearch(raw: Record<string, unknown>): PendingSearch {
  return parsePaging(raw);
}
