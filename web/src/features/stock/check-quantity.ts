import { isFraction, parseWhole } from '@/lib/parse-decimal';
import { quantityMax } from './adjustment';
import { strings } from './strings';

/** Whether a quantity that was typed can be one of a line. */
export function checkQuantity(text: string): string | true {
  if (isFraction(text)) return strings.adjust.quantityWhole;
  const quantity = parseWhole(text);
  if (quantity === null || quantity < 1) return strings.adjust.quantityPositive;
  return quantity > quantityMax ? strings.adjust.quantityTooLarge : true;
}
