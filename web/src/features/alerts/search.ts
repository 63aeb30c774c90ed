import type { AlertLevel } from '@/features/shared/alert-level';
import { type PagedSearch, parseOneOf, parsePaging, parseText, withoutDefaults } from '@/lib/list-search';

/** Those of the stock, the worst first, and that of purchases. */
export const alertLevels: readonly AlertLevel[] = ['out_of_stock', 'critical', 'low', 'late'];

const states = ['pospuestas', 'resueltas'] as const;
export type AlertsView = (typeof states)[number];

/** How the list is sorted: the server's own names, a leading minus for descending. */
const orderings = ['-level', 'level', '-createdAt', 'createdAt'] as const;
export type AlertOrdering = (typeof orderings)[number];
export const defaultOrdering: AlertOrdering = '-level';

/** What the address says; whatever is missing or makes no sense is left out and means its default. */
export type AlertsSearch = PagedSearch & {
  buscar?: string | undefined;
  nivel?: AlertLevel | undefined;
  /** Those that rest or are settled instead of the open ones. */
  estado?: AlertsView | undefined;
  orden?: AlertOrdering | undefined;
};

export function parseOrdering(value: unknown): AlertOrdering | undefined {
  const ordering = parseOneOf(orderings, value);
  return ordering === defaultOrdering ? undefined : ordering;
}

export function parseAlertsSearch(raw: Record<string, unknown>): AlertsSearch {
  return withoutDefaults<AlertsSearch>({
    buscar: parseText(raw.buscar),
    nivel: parseOneOf(alertLevels, raw.nivel),
    estado: parseOneOf(states, raw.estado),
    orden: parseOrdering(raw.orden),
    ...parsePaging(raw),
  });
}
