import { formatMoney, moneyDigits } from './format';

/** Groups of three, as prices are printed: «1.500», «12.000.000». */
const grouped = /^\d{1,3}(?:\.\d{3})+$/;

/**
 * The one way in which the page reads an amount that a person typed. Three digits behind a point are thousands, as
 * they are wherever the page prints an amount; any other single point is a decimal one, which is the key on a numeric
 * keypad. Of two different signs the last one is the decimal sign. Null when it is no amount.
 */
export function parseMoney(text: string): number | null {
  const typed = text.replace(/[\s\u00a0]/g, '');
  if (/^[1-9]/.test(typed) && grouped.test(typed)) return Number(typed.replaceAll('.', ''));
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(typed)) return Number(typed.replaceAll('.', '').replace(',', '.'));
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(typed)) return Number(typed.replaceAll(',', ''));
  if (/^\d{1,3}(?:,\d{3}){2,}$/.test(typed)) return Number(typed.replaceAll(',', ''));
  if (/^\d+(?:[.,]\d*)?$/.test(typed)) return Number(typed.replace(',', '.'));
  return null;
}

/** Whether a text could mean a thousand times as much to another reader: then the field says how it was read. */
export function hasTwoReadings(text: string, currency: string): boolean {
  const [, sign] = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(text.replace(/[\s\u00a0]/g, '')) ?? [];
  // Where amounts have three decimals, three digits behind a comma are what the field itself writes.
  return sign === '.' || (sign === ',' && moneyDigits(currency) !== 3);
}

/** An amount of a history, which keeps it in whole parts of its currency, hundredths at least. */
export function keptAmount(parts: number, currency: string | undefined): number {
  return parts / 10 ** Math.max(currency === undefined ? 2 : moneyDigits(currency), 2);
}

/** Costs of packs shared out over their units have up to four decimals. */
const mostDigits = 4;

/** How many decimals it takes to write an amount without changing it. */
function digitsOf(amount: number, currency: string | undefined): number {
  let digits = currency === undefined ? 2 : moneyDigits(currency);
  while (digits < mostDigits && Number(amount.toFixed(digits)) !== amount) digits += 1;
  return digits;
}

/** An amount as it appears in a field: «12,50», «1234,56», without decimals for yens. */
export function moneyText(amount: number | null, currency: string | undefined): string {
  return amount === null ? '' : amount.toFixed(digitsOf(amount, currency)).replace('.', ',');
}

/** An amount as it was read, with every decimal of it. */
export function readMoney(amount: number, currency: string): string {
  return formatMoney(amount, currency, digitsOf(amount, currency));
}

/** «€», «$», or the code of a currency that has no sign of its own. */
export function currencySign(currency: string): string {
  const format = new Intl.NumberFormat('es-ES', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
}
