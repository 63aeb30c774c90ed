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

/** What the address says; whatever is missing or makes no sense is left out and means its default. */
export type EntriesSearch = PagedSearch &
  DatedSearch & {
    buscar?: string | undefined;
    tipo?: 'purchase' | 'return' | 'adjustment' | 'manual' | undefined;
    usuario?: string | undefined;
    /** The entry whose details are open. */
    entrada?: number | undefined;
    /** Opens the form of a new entry. */
    nueva?: 'si' | undefined;
    /** The product that the new entry begins with. */
    producto?: number | undefined;
  };

export function parseEntriesSearch(raw: Record<string, unknown>): EntriesSearch {
  return withoutDefaults<EntriesSearch>({
    buscar: parseText(raw.buscar),
    tipo: parseOneOf(['purchase', 'return', 'adjustment', 'manual'], raw.tipo),
    usuario: parseText(raw.usuario),
    ...parseDates(raw),
    entrada: parseId(raw.entrada),
    nueva: parseOneOf(['si'], raw.nueva),
    producto: parseId(raw.producto),
    ...parsePaging(raw),
  });
}
