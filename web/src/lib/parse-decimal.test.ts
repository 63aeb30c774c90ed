import { describe, expect, it } from 'vitest';
import { decimalText, isFraction, parseDecimal, parseWhole } from './parse-decimal';

describe('parseDecimal', () => {
  it.each([
    ['12', 12],
    ['12,5', 12.5],
    ['12.5', 12.5],
    [' 1.234,56 ', 1234.56],
    ['1234,56', 1234.56],
    ['0', 0],
    ['7,', 7],
  ])('reads %j as %d', (text, amount) => expect(parseDecimal(text)).toBe(amount));

  it.each(['', '-1', 'doce', '1,2,3', '1.2.3', '€ 5', '1e3'])('refuses %j', (text) =>
    expect(parseDecimal(text)).toBeNull(),
  );
});

describe('decimalText', () => {
  it('writes two decimals with a comma', () => expect(decimalText(12.5)).toBe('12,50'));
  it('leaves a missing amount empty', () => expect(decimalText(null)).toBe(''));
  it('is read back as the same amount', () => expect(parseDecimal(decimalText(1234.56))).toBe(1234.56));
});

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
  it.each(['1,5', '0.5', '1500,0'])('is %j', (text) => expect(isFraction(text)).toBe(true));
  it.each(['', '1', '1.500', '-1,5', 'x'])('is not %j', (text) => expect(isFraction(text)).toBe(false));
});
