import { describe, expect, it } from 'vitest';
import { isFraction, parseWhole } from './parse-whole';

describe('parseWhole', () => {
  it.each([
    ['0', 0],
    [' 42 ', 42],
    ['1500', 1500],
    ['1.500', 1500],
    ['1.000.000.000', 1_000_000_000],
    ['9'.repeat(40), Number.MAX_SAFE_INTEGER],
  ])('reads %j as %d', (text, amount) => expect(parseWhole(text)).toBe(amount));
  it.each(['', '-1', '1,5', '1.5', '1.50', '1500.000', '1.500,0', 'x'])('refuses %j', (text) =>
    expect(parseWhole(text)).toBeNull(),
  );
});

describe('isFraction', () => {
  it.each(['1,5', '0.5', '1500,0', '1.500,5'])('is %j', (text) => expect(isFraction(text)).toBe(true));
  it.each(['', '1', '1.500', '-1,5', 'x'])('is not %j', (text) => expect(isFraction(text)).toBe(false));
});
