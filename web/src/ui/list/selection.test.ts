import { expect, it } from 'vitest';
import { selectionMax, withToggled } from './selection';

it('adds and takes away', () => {
  expect(withToggled(new Set([1]), [2, 3], true)).toEqual(new Set([1, 2, 3]));
  expect(withToggled(new Set([1, 2, 3]), [1, 3], false)).toEqual(new Set([2]));
});

it('never names more rows than one change may hold', () => {
  const many = Array.from({ length: selectionMax + 20 }, (_, id) => id);
  expect(withToggled(new Set(), many, true).size).toBe(selectionMax);
  expect(withToggled(new Set(), many, true, 100).size).toBe(100);
});
