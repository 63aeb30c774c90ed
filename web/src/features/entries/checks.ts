import { quantityMax } from '@/features/stock/adjustment';
import { strings as stockStrings } from '@/features/stock/strings';
import { parseDecimal, parseWhole } from '@/lib/parse-decimal';
import { formStrings as s } from './strings';

export function checkQuantity(text: string): string | true {
  const quantity = parseWhole(text);
  if (quantity === null || quantity < 1) return stockStrings.adjust.quantityPositive;
  return quantity > quantityMax ? stockStrings.adjust.quantityTooLarge : true;
}

/** Nobody has to know what something cost. */
export function checkCost(text: string): string | true {
  return text.trim() === '' || parseDecimal(text) !== null || s.costInvalid;
}
