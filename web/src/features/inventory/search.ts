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

/** The parts of the screen; the first one needs no name in the address. */
export const tabs = ['existencias', 'movimientos', 'recuentos'] as const;
export type Tab = (typeof tabs)[number];

export const orderings = ['name', '-name', 'sku', '-sku', 'currentStock', '-currentStock'] as const;
export type StockOrdering = (typeof orderings)[number];

/** What the address says; whatever is missing or makes no sense is left out and means its default. */
export type InventorySearch = PagedSearch &
  DatedSearch & {
    tab?: Tab | undefined;
    buscar?: string | undefined;
    orden?: StockOrdering | undefined;
    /** Existencias: the name of a category, the number of a location, and whether to leave out what is gone. */
    categoria?: string | undefined;
    almacen?: number | undefined;
    conStock?: 'si' | undefined;
    /** Movimientos. */
    tipo?: 'entrada' | 'salida' | undefined;
    usuario?: string | undefined;
    /** Recuentos: the number of the one that is open on the screen, and which of its lines. */
    recuento?: number | undefined;
    lineas?: 'pendientes' | 'diferencias' | undefined;
  };

export function parseInventorySearch(raw: Record<string, unknown>): InventorySearch {
  return withoutDefaults<InventorySearch>({
    tab: parseOneOf(['movimientos', 'recuentos'], raw.tab),
    buscar: parseText(raw.buscar),
    orden: parseOneOf(orderings, raw.orden),
    categoria: parseText(raw.categoria),
    almacen: parseId(raw.almacen),
    conStock: parseOneOf(['si'], raw.conStock),
    tipo: parseOneOf(['entrada', 'salida'], raw.tipo),
    usuario: parseText(raw.usuario),
    ...parseDates(raw),
    recuento: parseId(raw.recuento),
    lineas: parseOneOf(['pendientes', 'diferencias'], raw.lineas),
    ...parsePaging(raw),
  });
}
