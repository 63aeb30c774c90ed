import { parseMoney } from '@/lib/money';
import { formStrings as s } from './strings';

/** Nobody has to know what something cost. */
export function checkCost(text: string): string | true {
  return text.trim() === '' || parseMoney(text) !== null || s.costInvalid;
}
