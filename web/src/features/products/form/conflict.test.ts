import { expect, it } from 'vitest';
import { testProduct } from '@/features/shared/test-product';
import { agreesOn, changedByOthers, conflictsOf } from './conflict';
import { valuesOf } from './product-values';

const seen = testProduct({ name: 'Pintura', price: 10, minStock: 5 });

it('finds the field both changed, with both texts', () => {
  const current = testProduct({ name: 'Pintura mate', price: 12, minStock: 5, version: 4 });
  const mine = { ...valuesOf(seen), name: 'Pintura blanca', minStock: '9' };
  expect(conflictsOf(seen, current, mine)).toEqual([{ field: 'name', mine: 'Pintura blanca', theirs: 'Pintura mate' }]);
});

it('is no conflict when both wrote the same', () => {
  const current = testProduct({ name: 'Pintura mate', price: 10, minStock: 5 });
  expect(conflictsOf(seen, current, { ...valuesOf(seen), name: 'Pintura mate' })).toEqual([]);
});

it('agrees while only other fields moved', () => {
  const current = testProduct({ name: 'Pintura', price: 10, minStock: 5, currentStock: 2, version: 9 });
  expect(agreesOn(['name', 'price'])(seen, current)).toBe(true);
  expect(agreesOn(['stock'])(seen, current)).toBe(false);
});

it('tells what others changed, but not that stock moved', () => {
  const saved = testProduct({ name: 'Pintura blanca', price: 12, minStock: 5, currentStock: 1 });
  expect(changedByOthers(seen, saved, ['name'])).toEqual(['price']);
});
