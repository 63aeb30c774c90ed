/**
 * Reads an amount as people write it: «12,5», «12.5», «1.234,56». Null when it is none.
 * A single point is a decimal point, because that is the key on a numeric keypad.
 */
export function parseDecimal(text: string): number | null {
  const trimmed = text.replace(/[\s\u00a0]/g, '');
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(trimmed)) return Number(trimmed.replaceAll('.', '').replace(',', '.'));
  if (/^\d+([.,]\d*)?$/.test(trimmed)) return Number(trimmed.replace(',', '.'));
  return null;
}

/** The same amount as it appears in a field: «12,50», «1234,56». */
export function decimalText(amount: number | null): string {
  return amount === null ? '' : amount.toFixed(2).replace('.', ',');
}

/**
 * A whole number without sign, plain or in groups as it is printed («1.500»), or null. One too large to be counted
 * exactly is the largest that can be, so that a caller with a limit still finds it too large.
 */
export function parseWhole(text: string): number | null {
  const trimmed = text.trim();
  if (!/^(\d+|\d{1,3}(\.\d{3})+)$/.test(trimmed)) return null;
  return Math.min(Number(trimmed.replaceAll('.', '')), Number.MAX_SAFE_INTEGER);
}

/** Whether it is a number with decimals, where only a whole one will do. */
export function isFraction(text: string): boolean {
  return parseWhole(text) === null && parseDecimal(text) !== null;
}
