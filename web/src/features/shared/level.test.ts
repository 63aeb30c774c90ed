import { describe, expect, it } from 'vitest';
import { levelScale, stockLevel } from './level';

describe('stockLevel', () => {
  it.each([
    [0, 10, 'out'],
    [0, null, 'out'],
    [1, 10, 'low'],
    [10, 10, 'low'],
    [11, 10, 'ok'],
    [1, null, 'ok'],
    [1, 0, 'ok'],
  ] as const)('with %d in stock and a minimum of %s is %s', (currentStock, minStock, level) =>
    expect(stockLevel({ currentStock, minStock })).toBe(level),
  );
});

describe('levelScale', () => {
  it('is the maximum where there is one', () =>
    expect(levelScale({ currentStock: 90, minStock: 10, maxStock: 40 })).toBe(40));
  it('leaves room for twice the minimum', () =>
    expect(levelScale({ currentStock: 6, minStock: 12, maxStock: null })).toBe(24));
  it('grows with the stock', () => expect(levelScale({ currentStock: 60, minStock: 12, maxStock: null })).toBe(60));
});
