import { isFraction, parseWhole } from '@/lib/parse-whole';
import { strings } from './strings';

/** What the server takes at most in one change. */
export const quantityMax = 1_000_000_000;

/** Whether a quantity that was typed can be one of a line. */
export function checkQuantity(text: string): string | true {
  const verdict = checkCount(text);
  return verdict === true && parseWhole(text) === 0 ? strings.quantity.positive : verdict;
}

/** Whether what was typed can be how much there is: nothing at all, too. */
export function checkCount(text: string): string | true {
  if (isFraction(text)) return strings.quantity.whole;
  const quantity = parseWhole(text);
  if (quantity === null) return strings.quantity.positive;
  return quantity > quantityMax ? strings.quantity.tooLarge : true;
}
