import type { OrderStatus } from '@/features/shared/order-status';
import {
  type DatedSearch,
  type PagedSearch,
  parseAmount,
  parseDates,
  parseOneOf,
  parsePaging,
  parseText,
  withoutDefaults,
} from '@/lib/list-search';

/** In the order an order goes through them; the last two are its other ends. */
export const orderStatuses: readonly OrderStatus[] = [
  'pending',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
  'returned',
];

/** How the list is sorted: the server's own names, a leading minus for descending. */
const orderings = [
  'createdAt',
  '-createdAt',
  'totalAmount',
  '-totalAmount',
  'orderNumber',
  '-orderNumber',
  'customerName',
  '-customerName',
  'status',
  '-status',
] as const;
export type OrderOrdering = (typeof orderings)[number];
export const defaultOrdering: OrderOrdering = '-createdAt';

/** What the address says; whatever is missing or makes no sense is left out and means its default. */
export type OrdersSearch = PagedSearch &
  DatedSearch & {
    buscar?: string | undefined;
    estado?: OrderStatus | undefined;
    /** The least that an order comes to. */
    importe?: number | undefined;
    orden?: OrderOrdering | undefined;
    /** Opens the form of a new order. */
    nuevo?: 'si' | undefined;
  };

export function parseOrdering(value: unknown): OrderOrdering | undefined {
  const ordering = parseOneOf(orderings, value);
  return ordering === defaultOrdering ? undefined : ordering;
}

export function parseOrdersSearch(raw: Record<string, unknown>): OrdersSearch {
  return withoutDefaults<OrdersSearch>({
    buscar: parseText(raw.buscar),
    estado: parseOneOf(orderStatuses, raw.estado),
    ...parseDates(raw),
    importe: parseAmount(raw.importe),
    orden: parseOrdering(raw.orden),
    nuevo: parseOneOf(['si'], raw.nuevo),
    ...parsePaging(raw),
  });
}
