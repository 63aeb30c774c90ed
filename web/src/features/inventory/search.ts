import {
  type DatedSearch,
  type PagedSearch,
  parseDates,
  parseDay,
  parseId,
  parseOneOf,
  parsePaging,
  parseText,
  withoutDefaults,
} from '@/lib/list-search';

/** The parts of the screen; the first one needs no name in the address. */
export const tabs = ['existencias', 'movimientos', 'recuentos', 'fecha'] as const;
export type Tab = (typeof tabs)[number];

export const orderings = ['name', '-name', 'sku', '-sku', 'currentStock', '-currentStock'] as const;
/** What there was on a day can be sorted by what it was worth, too. */
export const instantOrderings = [...orderings, 'costValue', '-costValue'] as const;
export type StockOrdering = (typeof instantOrderings)[number];

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
    /** En una fecha: the day, by which method, and the day with which it is compared. */
    fecha?: string | undefined;
    metodo?: 'fifo' | undefined;
    comparar?: string | undefined;
    /** Movimientos. */
    tipo?: 'entrada' | 'salida' | undefined;
    usuario?: string | undefined;
    /** Recuentos: the number of the one that is open on the screen, and which of its lines. */
    recuento?: number | undefined;
    lineas?: 'pendientes' | 'diferencias' | undefined;
  };

/** A day in the address says by itself which part is meant. */
function tabOf({ tab, fecha }: Record<string, unknown>): Tab | undefined {
  if (tab === undefined && parseDay(fecha) !== undefined) return 'fecha';
  return parseOneOf(['movimientos', 'recuentos', 'fecha'], tab);
}

export function parseInventorySearch(raw: Record<string, unknown>): InventorySearch {
  return withoutDefaults<InventorySearch>({
    tab: tabOf(raw),
    buscar: parseText(raw.buscar),
    orden: parseOneOf(tabOf(raw) === 'fecha' ? instantOrderings : orderings, raw.orden),
    categoria: parseText(raw.categoria),
    almacen: parseId(raw.almacen),
    conStock: parseOneOf(['si'], raw.conStock),
    fecha: parseDay(raw.fecha),
    metodo: parseOneOf(['fifo'], raw.metodo),
    comparar: parseDay(raw.comparar),
    tipo: parseOneOf(['entrada', 'salida'], raw.tipo),
    usuario: parseText(raw.usuario),
    ...parseDates(raw),
    recuento: parseId(raw.recuento),
    lineas: parseOneOf(['pendientes', 'diferencias'], raw.lineas),
    ...parsePaging(raw),
  });
}
