import type { Adjustment } from '../api';

export const adjustmentTypes = ['add', 'remove', 'set'] as const;
export type AdjustmentType = (typeof adjustmentTypes)[number];

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
  /** The part of it that lies where the adjustment happens, or null when that is all. */
  here: { before: number; after: number } | null;
};

/** What the stock will be. Nothing falls below zero, so taking too much takes all there is. */
export function previewAdjustment(type: AdjustmentType, quantity: number, { total, here }: StockNow): Preview {
  const change = changeOf(type, quantity, here);
  return {
    after: total + change,
    change,
    takesAll: type === 'remove' && quantity > here ? here : null,
    here: here === total ? null : { before: here, after: here + change },
  };
}

function changeOf(type: AdjustmentType, quantity: number, here: number): number {
  if (type === 'add') return quantity;
  return type === 'set' ? quantity - here : 0 - Math.min(quantity, here);
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
