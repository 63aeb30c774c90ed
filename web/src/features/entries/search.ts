import { isDay } from '@/lib/business-day';
import {
  type PagedSearch,
  parseId,
  parseOneOf,
  parsePaging,
  parseText,
  withoutDefaults,
} from '@/lib/list-address';

/** What the address says; whatever is missing or makes no sense is left out and means its default. */
export type EntriesSearch = PagedSearch & {
  buscar?: string | undefined;
  tipo?: 'purchase' | 'return' | 'adjustment' | 'manual' | undefined;
  usuario?: string | undefined;
  desde?: string | undefined;
  hasta?: string | undefined;
  /** The entry whose details are open. */
  entrada?: number | undefined;
  /** Opens the form of a new entry. */
  nueva?: 'si' | undefined;
};

export function parseEntriesSearch(raw: Record<string, unknown>): EntriesSearch {
  return withoutDefaults<EntriesSearch>({
    buscar: parseText(raw.buscar),
    tipo: parseOneOf(['purchase', 'return', 'adjustment', 'manual'], raw.tipo),
    usuario: parseText(raw.usuario),
    desde: isDay(raw.desde) ? raw.desde : undefined,
    hasta: isDay(raw.hasta) ? raw.hasta : undefined,
    entrada: parseId(raw.entrada),
    nueva: parseOneOf(['si'], raw.nueva),
    ...parsePaging(raw),
  });
}

export const noFilters: EntriesSearch = {
  buscar: undefined,
  tipo: undefined,
  usuario: undefined,
  desde: undefined,
  hasta: undefined,
};

/** How many of the panel's filters are set; the search box shows itself. */
export function activeFilters({ tipo, usuario, desde, hasta }: EntriesSearch): number {
  return [tipo, usuario, desde, hasta].filter((value) => value !== undefined).length;
}

export function isFiltered(search: EntriesSearch): boolean {
  return search.buscar !== undefined || activeFilters(search) > 0;
}
