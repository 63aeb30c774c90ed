import { describe, expect, it, test } from 'vitest';
import { moneyDigits } from './format';
import { currencySign, hasTwoReadings, moneyText, parseMoney, readMoney } from './money';

const nbsp = '\u00a0';

describe('parseMoney reads an amount as its quantity beside it and the importer do', () => {
  it.each([
    ['12', 12],
    ['1.500', 1500],
    ['1.500,00', 1500],
    ['1500,5', 1500.5],
    ['12,50', 12.5],
    ['12.50', 12.5],
    ['12.5', 12.5],
    ['0.125', 0.125],
    ['0,125', 0.125],
    ['1,500', 1.5],
    ['12.000.000', 12_000_000],
    ['12,000,000', 12_000_000],
    ['1,234.56', 1234.56],
    [' 1.234,56 ', 1234.56],
    ['1 234,56', 1234.56],
    ['1500.000', 1500],
    ['0', 0],
    ['7,', 7],
  ])('%j is %d', (text, amount) => expect(parseMoney(text)).toBe(amount));

  it.each(['', '-1', 'doce', '1,2,3', '1.2.3', '1.23.456', '€ 5', '1e3'])('refuses %j', (text) =>
    expect(parseMoney(text)).toBeNull(),
  );
});

test('what can be read two ways is known, and nothing else', () => {
  expect(['1.500', '12,345'].map((text) => hasTwoReadings(text, 'EUR'))).toEqual([true, true]);
  for (const text of ['1.500,00', '1500,5', '12,50', '12.50', '0.125', '1500', '1.500.000']) {
    expect(hasTwoReadings(text, 'EUR')).toBe(false);
  }
  expect(hasTwoReadings('1,500', 'KWD')).toBe(false);
});

test('a field writes an amount with the decimals of its currency, and never another amount', () => {
  expect(moneyText(12.5, 'EUR')).toBe('12,50');
  expect(moneyText(1500, 'JPY')).toBe('1500');
  expect(moneyText(1.5, 'KWD')).toBe('1,500');
  expect(moneyText(0.125, 'EUR')).toBe('0,125');
  expect(moneyText(null, 'EUR')).toBe('');
  for (const [amount, currency] of [
    [1234.56, 'EUR'],
    [0.125, 'USD'],
    [1.5, 'KWD'],
    [1500, 'JPY'],
  ] as const) {
    expect(parseMoney(moneyText(amount, currency))).toBe(amount);
  }
});

test('an amount has the decimals of ISO 4217, whatever the browser takes for cash', () => {
  expect(readMoney(12.5, 'COP')).toBe(`12,50${nbsp}$`);
  expect(['COP', 'JPY', 'KWD', 'IQD', 'CLF'].map(moneyDigits)).toEqual([2, 0, 3, 3, 4]);
});

test('an amount is shown as it was read, with every decimal and the sign of its currency', () => {
  expect(readMoney(1500, 'EUR')).toBe(`1.500,00${nbsp}€`);
  expect(readMoney(12.345, 'EUR')).toBe(`12,345${nbsp}€`);
  expect(readMoney(1500, 'JPY')).toBe(`1.500${nbsp}¥`);
  expect([currencySign('EUR'), currencySign('USD'), currencySign('GBP')]).toEqual(['€', '$', '£']);
});
