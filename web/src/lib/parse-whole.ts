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
  return parseWhole(text) === null && /^\d+(\.\d{3})*[.,]\d*$/.test(text.trim());
}
