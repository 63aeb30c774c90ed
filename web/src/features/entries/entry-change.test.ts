import { expect, test } from 'vitest';
import type { Entry } from './api';
import { changeOf, valuesOf } from './entry-change';

const entry: Entry = {
  id: 12,
  productId: 7,
  productName: 'Taladro percutor',
  productSku: 'HER-00412',
  quantity: 20,
  entryType: 'purchase',
  reason: 'Albarán 4471',
  notes: '',
  createdBy: 1,
  createdByName: 'Lucía Ferrer',
  createdAt: '2026-11-14T10:00:00Z',
  updatedAt: '2026-11-14T10:00:00Z',
  previousStock: 4,
  newStock: 24,
  unitCost: 12.5,
  totalCost: 250,
  currency: 'USD',
  locationId: 1,
  location: 'Principal',
  receiptId: null,
  version: 3,
};

test('an entry that was only looked at changes nothing', () => {
  expect(changeOf(entry, valuesOf(entry))).toEqual({});
});

test('only what was changed is sent', () => {
  const values = { ...valuesOf(entry), quantity: '18', reason: ' Albarán 4472 ' };
  expect(changeOf(entry, values)).toEqual({ quantity: 18, reason: 'Albarán 4472' });
});

test('an emptied cost is taken away', () => {
  expect(changeOf(entry, { ...valuesOf(entry), unitCost: ' ' })).toEqual({ unitCost: null });
  expect(changeOf(entry, { ...valuesOf(entry), unitCost: '12.50' })).toEqual({});
});
