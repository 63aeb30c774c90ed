import { describe, expect, it } from 'vitest';
import { levelScale, stockLevel } from './level';

describe('stockLevel', () => {
  it.each([
    [0, 0, 10, 'out'],
    [0, -3, null, 'out'],
    [1, 1, 10, 'low'],
    [10, 10, 10, 'low'],
    [10, 4, 10, 'low'],
    [11, 11, 10, 'ok'],
    [1, 1, null, 'ok'],
    [1, 1, 0, 'ok'],
    // What is promised to orders lies on the shelf and cannot be sold.
    [50, 0, 10, 'promised'],
    [50, -2, null, 'promised'],
    [8, 0, 10, 'promised'],
    [50, 10, 10, 'scarce'],
    [50, 11, 10, 'ok'],
  ] as const)(
    'with %d in stock, %d of it available and a minimum of %s is %s',
    (currentStock, available, minStock, level) => expect(stockLevel({ currentStock, available, minStock })).toBe(level),
  );
});

describe('levelScale', () => {
  it('is the maximum where there is one', () =>
    expect(levelScale({ currentStock: 90, minStock: 10, maxStock: 40 })).toBe(40));
  it('leaves room for twice the minimum', () =>
    expect(levelScale({ currentStock: 6, minStock: 12, maxStock: null })).toBe(24));
  it('grows with the stock', () => expect(levelScale({ currentStock: 60, minStock: 12, maxStock: null })).toBe(60));
});
