import { expect, test } from 'vitest';
import type { Product } from '@/features/shared/api';
import { emptyLine, formField, isBlank, linesOf, sumOf } from './entry-form';

const drill = { idProduct: 7 } as Product;
const nails = { idProduct: 9 } as Product;

test('what is shared goes with every line', () => {
  const lines = linesOf({
    entryType: 'purchase',
    reason: ' Albarán 12 ',
    notes: '',
    locationId: '2',
    lines: [
      { productId: drill, quantity: '3', unitCost: '12,5' },
      { productId: nails, quantity: '100', unitCost: '' },
    ],
  });
  expect(lines).toEqual([
    { productId: 7, quantity: 3, entryType: 'purchase', reason: 'Albarán 12', unitCost: 12.5, locationId: 2 },
    { productId: 9, quantity: 100, entryType: 'purchase', reason: 'Albarán 12', locationId: 2 },
  ]);
});

test('a message of the server finds its field, in its line or among the shared ones', () => {
  expect(formField('lines[2].quantity')).toBe('lines.2.quantity');
  expect(formField('lines[0].productId')).toBe('lines.0.productId');
  expect(formField('lines[11].unitCost')).toBe('lines.11.unitCost');
  expect(formField('lines[1].reason')).toBe('reason');
  expect(formField('lines[1].locationId')).toBe('locationId');
});

test('a message about something else has no field', () => {
  expect(formField('lines')).toBeNull();
  expect(formField('lines[1].colour')).toBeNull();
  expect(formField('detail')).toBeNull();
});

test('only an untouched line is blank', () => {
  expect(isBlank(emptyLine)).toBe(true);
  expect(isBlank({ ...emptyLine, quantity: ' ' })).toBe(true);
  expect(isBlank({ ...emptyLine, quantity: '1' })).toBe(false);
  expect(isBlank({ ...emptyLine, productId: drill })).toBe(false);
});

test('the cost of all is known only when that of each line is', () => {
  const priced = { productId: drill, quantity: '2', unitCost: '10' };
  expect(sumOf([priced, { productId: nails, quantity: '5', unitCost: '0,5' }])).toEqual({
    units: 7,
    cost: 22.5,
  });
  expect(sumOf([priced, { productId: nails, quantity: '5', unitCost: '' }])).toEqual({
    units: 7,
    cost: null,
  });
  expect(sumOf([])).toEqual({ units: 0, cost: null });
});
