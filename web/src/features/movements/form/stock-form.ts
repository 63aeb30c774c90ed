import type * as z from 'zod/mini';
import type { Product } from '@/features/shared/api';
import { checkCount, checkQuantity } from '@/features/shared/check-quantity';
import { chosen, type FormRules, passes, passesAt, rulesFor } from '@/lib/checked-form';
import { parseWhole } from '@/lib/parse-whole';
import type { Adjustment } from '../api';
import { fieldStrings, transferStrings } from '../strings';
import { type AdjustmentType, adjustmentBody, type StockNow } from './adjustment';

/** What is typed to move stock: adjusted, in, out, or from one location to another. */
export type StockValues = {
  product: Product | null;
  quantity: string;
  /** Empty for a transfer, which needs none. */
  reason: string;
  notes: string;
  /** Where it happens, or from where. */
  locationId: string;
  toLocationId: string;
};

export function stockValues(product: Product | null): StockValues {
  return { product, quantity: '', reason: '', notes: '', locationId: '', toLocationId: '' };
}

const shared = {
  product: chosen(fieldStrings.productRequired),
  quantity: passes(checkQuantity),
} satisfies Partial<Record<keyof StockValues, z.ZodMiniType>>;

export const movementRules: FormRules<StockValues> = rulesFor<StockValues>({
  ...shared,
  reason: chosen(fieldStrings.reasonRequired),
});

/** What a stock is set to may be nothing. */
export const countRules: FormRules<StockValues> = rulesFor<StockValues>({
  product: shared.product,
  quantity: passes(checkCount),
  reason: chosen(fieldStrings.reasonRequired),
});

export const transferRules: FormRules<StockValues> = rulesFor<StockValues>({
  ...shared,
  locationId: chosen(transferStrings.locationRequired),
  toLocationId: chosen(transferStrings.locationRequired),
}).check(
  passesAt(
    'toLocationId',
    ({ locationId, toLocationId }) => locationId !== toLocationId || transferStrings.sameLocation,
  ),
);

export function quantityOf({ quantity }: Pick<StockValues, 'quantity'>): number {
  return parseWhole(quantity) ?? 0;
}

export function notesOf({ notes }: StockValues): { notes?: string } {
  return notes.trim() === '' ? {} : { notes: notes.trim() };
}

/** A change of stock as the server takes it; the location only where there are several. */
export function adjustmentOf(
  values: StockValues,
  { type, now, locationId }: { type: AdjustmentType; now: StockNow; locationId: number | undefined },
): Adjustment {
  return {
    ...adjustmentBody(type, quantityOf(values), now),
    reason: values.reason as NonNullable<Adjustment['reason']>,
    ...notesOf(values),
    ...(locationId !== undefined && { locationId }),
  };
}
