import { listFilters } from '@/lib/list-filters';
import { type PagedSearch, parseId, parseOneOf, parsePaging, parseText, withoutDefaults } from '@/lib/list-search';

/** How the list is sorted: the server's own names, a leading minus for descending. */
const orderings = [
  'productName',
  '-productName',
  'currentStock',
  '-currentStock',
  'soldLast30Days',
  '-soldLast30Days',
  'willSellIn30Days',
  '-willSellIn30Days',
  'toDo',
  '-toDo',
  'runsOutIn',
  '-runsOutIn',
  'alertDays',
  '-alertDays',
] as const;
export type ForecastOrdering = (typeof orderings)[number];
export const defaultOrdering: ForecastOrdering = 'runsOutIn';

/** What the address says; whatever is missing or makes no sense is left out and means its default. */
export type ForecastSearch = PagedSearch & {
  buscar?: string | undefined;
  /** Only what is at or below its minimum. */
  bajo?: 'si' | undefined;
  /** Only what nobody is told about. */
  bloqueadas?: 'si' | undefined;
  orden?: ForecastOrdering | undefined;
  /** The product whose working is open. */
  producto?: number | undefined;
  /** Opens the calendar of events. */
  eventos?: 'si' | undefined;
};

export function parseOrdering(value: unknown): ForecastOrdering | undefined {
  const ordering = parseOneOf(orderings, value);
  return ordering === defaultOrdering ? undefined : ordering;
}

export function parseForecastSearch(raw: Record<string, unknown>): ForecastSearch {
  return withoutDefaults<ForecastSearch>({
    buscar: parseText(raw.buscar),
    bajo: parseOneOf(['si'], raw.bajo),
    bloqueadas: parseOneOf(['si'], raw.bloqueadas),
    orden: parseOrdering(raw.orden),
    producto: parseId(raw.producto),
    eventos: parseOneOf(['si'], raw.eventos),
    ...parsePaging(raw),
  });
}

export const filters = listFilters<ForecastSearch>(['buscar', 'bajo', 'bloqueadas']);
