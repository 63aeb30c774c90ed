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

/** How far a delivery can have come, in the server's words. */
export const deliveryStates = [
  'pending',
  'retrying',
  'processed',
  'unmatched',
  'ignored',
  'held',
  'duplicate',
  'refused',
  'failed',
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** What the address says; whatever is missing or makes no sense is left out and means its default. */
export type DeliveriesSearch = PagedSearch &
  DatedSearch & {
    buscar?: string | undefined;
    /** The numbers of a channel and of an order. */
    tienda?: number | undefined;
    pedido?: number | undefined;
    estado?: DeliveryState | undefined;
  };

export function parseDeliveriesSearch(raw: Record<string, unknown>): DeliveriesSearch {
  return withoutDefaults<DeliveriesSearch>({
    buscar: parseText(raw.buscar),
    tienda: parseId(raw.tienda),
    pedido: parseId(raw.pedido),
    estado: parseOneOf(deliveryStates, raw.estado),
    ...parseDates(raw),
    ...parsePaging(raw),
  });
}
