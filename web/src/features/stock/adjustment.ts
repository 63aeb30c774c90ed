import type { Adjustment } from './api';

export const adjustmentTypes = ['add', 'remove', 'set'] as const;
export type AdjustmentType = (typeof adjustmentTypes)[number];

/** What the server takes at most in one change. */
export const quantityMax = 1_000_000_000;

export type StockNow = {
  /** The product's whole stock. */
  total: number;
  /** What lies where the adjustment happens; the same while there is one location. */
  here: number;
};

export type Preview = {
  after: number;
  change: number;
  /** More was asked for than there is: this many are taken. */
  takesAll: number | null;
};

/** What the stock will be. Nothing falls below zero, so taking too much takes all there is. */
export function previewAdjustment(
  type: AdjustmentType,
  quantity: number,
  { total, here }: StockNow,
): Preview {
  if (type === 'add') return { after: total + quantity, change: quantity, takesAll: null };
  if (type === 'set') return { after: total - here + quantity, change: quantity - here, takesAll: null };
  const taken = Math.min(quantity, here);
  return { after: total - taken, change: 0 - taken, takesAll: quantity > here ? here : null };
}

/** What is sent: a removal never asks for more than there is, and «set» says which stock the person saw. */
export function adjustmentBody(
  type: AdjustmentType,
  quantity: number,
  now: StockNow,
): Pick<Adjustment, 'type' | 'quantity' | 'expectedStock'> {
  if (type === 'remove') return { type, quantity: Math.min(quantity, now.here) };
  return type === 'set' ? { type, quantity, expectedStock: now.total } : { type, quantity };
}
