import type { OrderStatus } from '@/features/shared/order-status';
import type { OrderDetail, OrderItem } from './api';
import { consequenceStrings as s } from './detail-strings';

/** A status that an order can be given; nothing leads back to the first one. */
export type Move = Exclude<OrderStatus, 'pending'>;

/** What takes the order off its way, as opposed to the next step on it. */
export function isSetback(move: Move): boolean {
  return move === 'cancelled' || move === 'returned';
}

/** The steps on its way first: what people mostly come for. */
export function movesOf({ nextStatuses }: Pick<OrderDetail, 'nextStatuses'>): Move[] {
  const moves = nextStatuses.filter((status) => status !== 'pending');
  return moves.toSorted((one, other) => Number(isSetback(one)) - Number(isSetback(other)));
}

function sum(items: OrderItem[], units: (item: OrderItem) => number): number {
  return items.reduce((total, item) => total + (item.productId === null ? 0 : units(item)), 0);
}

/** What a move will do to the stock, in sentences. Lines without a product do nothing to it. */
export function consequencesOf({ items, shortage, unmatched }: OrderDetail, move: Move): string[] {
  const reserved = sum(items, (item) => item.reserved);
  switch (move) {
    case 'processing':
      return [s.stillReserved(reserved)];
    case 'shipped':
      return [
        s.leaves(sum(items, (item) => item.quantity - item.cancelled - item.shipped)),
        ...(shortage > 0 ? [s.lacking(shortage)] : []),
        ...(unmatched > 0 ? [s.unmatched(unmatched)] : []),
      ];
    case 'delivered':
      return [s.leftAlready];
    case 'cancelled':
      return [s.released(reserved), s.final];
    case 'returned':
      return [s.comesBack(sum(items, (item) => item.shipped - item.returned - item.writtenOff)), s.final];
  }
}
