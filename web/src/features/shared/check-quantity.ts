import { isFraction, parseWhole } from '@/lib/parse-whole';
import { strings } from './strings';

/** What the server takes at most in one change. */
export const quantityMax = 1_000_000_000;

/** Whether a quantity that was typed can be one of a line. */
export function checkQuantity(text: string): string | true {
  if (isFraction(text)) return strings.quantity.whole;
  const quantity = parseWhole(text);
  if (quantity === null || quantity < 1) return strings.quantity.positive;
  return quantity > quantityMax ? strings.quantity.tooLarge : true;
}
