// @vitest-environment node
import { expect, test } from 'vitest';
import type { Product } from '@/features/shared/api';
import { emptyOrder, formField, isBlank, lackingAt, orderOf, sumOf } from './order-form';

const shelf = { idProduct: 7, name: 'Balda', available: 5 } as Product;
const nails = { idProduct: 9, name: 'Clavos', available: -2 } as Product;

test('sends what was written and nothing else', () => {
  const values = {
    ...emptyOrder,
    customerName: ' Ana Gil ',
    items: [{ productId: shelf, quantity: '2', unitPrice: '1.234,50' }],
  };
  expect(orderOf(values)).toEqual({
    customerName: 'Ana Gil',
    items: [{ productId: 7, quantity: 2, unitPrice: 1234.5 }],
  });
});

test('the invoice goes to the same address unless another is written', () => {
  const shippingAddress = { ...emptyOrder.shippingAddress, street: 'Mayor 1', city: 'Vic' };
  const billingAddress = { ...emptyOrder.billingAddress, street: 'Menor 2' };
  const values = {
    ...emptyOrder,
    customerEmail: 'ana@ejemplo.es',
    notes: 'Frágil',
    locationId: '3',
    shippingAddress,
    billingAddress,
  };
  expect(orderOf(values)).toMatchObject({
    customerEmail: 'ana@ejemplo.es',
    notes: 'Frágil',
    locationId: 3,
    shippingAddress: { street: 'Mayor 1', city: 'Vic' },
    billingAddress: { street: 'Mayor 1', city: 'Vic' },
  });
  expect(orderOf({ ...values, sameAddress: false }).billingAddress).toEqual({ street: 'Menor 2' });
});

test('a message of the server finds its field', () => {
  expect(formField('items[2].unitPrice')).toBe('items.2.unitPrice');
  expect(formField('customerEmail')).toBe('customerEmail');
  expect(formField('items')).toBeNull();
  expect(formField('items[0].sku')).toBeNull();
});

test('adds without losing a cent', () => {
  const lines = [
    { productId: shelf, quantity: '3', unitPrice: '0,1' },
    { productId: nails, quantity: '1', unitPrice: '0,2' },
    { productId: null, quantity: 'x', unitPrice: '' },
  ];
  expect(sumOf(lines)).toEqual({ units: 4, total: 0.5 });
});

test('what lacks is said once, for all lines of a product together', () => {
  const lines = [
    { productId: shelf, quantity: '4', unitPrice: '1' },
    { productId: nails, quantity: '1', unitPrice: '1' },
    { productId: shelf, quantity: '3', unitPrice: '1' },
    { productId: null, quantity: '3', unitPrice: '' },
  ];
  expect(lines.map((_, index) => lackingAt(lines, index))).toEqual([
    null,
    // Others claim more than there is: none is free, and none less than none.
    { available: 0, lacking: 1 },
    { available: 5, lacking: 2 },
    null,
  ]);
  expect(lackingAt([{ productId: shelf, quantity: '5', unitPrice: '' }], 0)).toBeNull();
});

test('only an untouched line is blank', () => {
  expect(isBlank({ productId: null, quantity: ' ', unitPrice: '' })).toBe(true);
  expect(isBlank({ productId: null, quantity: '', unitPrice: '3' })).toBe(false);
});
