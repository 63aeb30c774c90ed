import { parseDecimal } from '@/lib/parse-decimal';
import { formStrings as s } from './strings';

/** Nobody has to know what something cost. */
export function checkCost(text: string): string | true {
  return text.trim() === '' || parseDecimal(text) !== null || s.costInvalid;
}
