import { parseWhole } from '@/lib/parse-whole';
import type { OrderDetail, OrderItem, Refund } from './api';
import { refundStrings as s } from './form-strings';
import { isOpen } from './order-change';

/** One for each line of the order, in its order. */
export type RefundValues = { lines: { quantity: string; restock: boolean; another?: boolean }[] };

type Order = Pick<OrderDetail, 'status' | 'items'>;

/** How many units of a line are still to be sent or could still come back. */
export function refundable({ quantity, cancelled, returned, writtenOff }: OrderItem): number {
  return quantity - cancelled - returned - writtenOff;
}

/** Whether there is anything to give up or to give back. */
export function canRefund({ status, items }: Order): boolean {
  const ended = status === 'cancelled' || status === 'returned';
  return !ended && items.some((item) => refundable(item) > 0);
}

export function emptyRefund({ items }: Order): RefundValues {
  return { lines: items.map(() => ({ quantity: '', restock: true })) };
}

function quantityAt({ lines }: RefundValues, index: number): number {
  return parseWhole(lines[index]?.quantity ?? '') ?? 0;
}

/** The lines that were chosen, by their place in the order. */
export function chosenLines({ items }: Order, values: RefundValues): number[] {
  return items.flatMap((_, index) => (quantityAt(values, index) > 0 ? [index] : []));
}

/** The refund as the server takes it: goods that have not left are given up, whatever the boxes say. */
export function refundOf(order: Order, values: RefundValues): Refund['lines'] {
  return chosenLines(order, values).map((index) => ({
    itemId: order.items[index]?.id ?? 0,
    quantity: quantityAt(values, index),
    restock: isOpen(order) ? 'cancel' : values.lines[index]?.restock ? 'return' : 'no_restock',
    ...(values.lines[index]?.another && { another: true }),
  }));
}

/** The field that a message about the lines sent («lines[1].quantity») belongs to; null when it is none. */
export function refundField(order: Order, values: RefundValues, serverField: string) {
  const place = Number(/^lines\[(\d+)\]\.quantity$/.exec(serverField)?.[1] ?? -1);
  const index = chosenLines(order, values)[place];
  return index === undefined ? null : (`lines.${index}.quantity` as const);
}

/** What it will do, in sentences. Lines without a product do nothing to the stock. */
export function refundConsequences(order: Order, values: RefundValues): string[] {
  const chosen = chosenLines(order, values);
  if (chosen.length === 0) return [];
  const units = (counts: (index: number) => boolean) =>
    chosen.filter(counts).reduce((sum, index) => sum + quantityAt(values, index), 0);
  const known = (index: number) => order.items[index]?.productId != null;
  const restocked = (index: number) => values.lines[index]?.restock === true;
  const back = units((index) => known(index) && restocked(index));
  const out = units((index) => !restocked(index));
  const all = order.items.every((item, index) => quantityAt(values, index) >= refundable(item));
  const open = isOpen(order);
  const freed = units(known);
  return [
    ...(open && freed > 0 ? [s.freed(freed)] : []),
    ...(!open && back > 0 ? [s.comesBack(back)] : []),
    ...(!open && out > 0 ? [s.staysOut(out)] : []),
    ...(all ? [open ? s.giveUp.ends : s.giveBack.ends] : []),
    s.final,
  ];
}
