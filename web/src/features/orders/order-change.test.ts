// @vitest-environment node
import { expect, test } from 'vitest';
import type { OrderDetail, OrderItem } from './api';
import { changeOf, hasOpenLines, mergeTyped, valuesOf } from './order-change';

const address = { street: 'Mayor 1', postalCode: '08500', city: 'Vic', state: '', country: 'ES', phone: '' };
const item = { id: 31, productId: 7, quantity: 2, unitPrice: 10, reserved: 2 } as OrderItem;
const order = {
  status: 'pending',
  webhookData: { source: 'manual' },
  customerName: 'Ana Gil',
  customerEmail: 'ana@ejemplo.es',
  notes: '',
  locationId: 1,
  shippingAddress: address,
  billingAddress: address,
  items: [item],
} as OrderDetail;
const shelf = { idProduct: 9, name: 'Balda' } as NonNullable<ReturnType<typeof valuesOf>['items'][number]['productId']>;

test('sends nothing of what was left alone', () => {
  expect(changeOf(order, valuesOf(order))).toEqual({});
});

test('sends the parts that were changed, trimmed and whole', () => {
  const values = valuesOf(order);
  const items = [
    ...values.items.map((line) => ({ ...line, quantity: '3' })),
    { productId: shelf, quantity: '1', unitPrice: '4,5' },
  ];
  expect(changeOf(order, { ...values, notes: ' Frágil ', customerEmail: '', items })).toEqual({
    notes: 'Frágil',
    customerEmail: '',
    items: [
      { productId: 7, quantity: 3, unitPrice: 10 },
      { productId: 9, quantity: 1, unitPrice: 4.5 },
    ],
  });
});

test('the invoice follows the goods while the box says so', () => {
  const values = valuesOf(order);
  const shippingAddress = { ...address, street: 'Menor 2' };
  expect(changeOf(order, { ...values, shippingAddress })).toEqual({
    shippingAddress,
    billingAddress: shippingAddress,
  });
  expect(changeOf(order, { ...values, shippingAddress, sameAddress: false })).toEqual({ shippingAddress });
});

test('after somebody else was faster, what was typed stays and the rest is of now', () => {
  const typed = { ...valuesOf(order), notes: 'Mío' };
  const now = { ...order, notes: 'Suyo', customerName: 'Ana Gil Ros', items: [{ ...item, quantity: 5 }] };
  const merged = mergeTyped(order, typed, now);
  expect(merged).toMatchObject({ notes: 'Mío', customerName: 'Ana Gil Ros', items: [{ quantity: '5' }] });
  expect(changeOf(now, merged)).toEqual({ notes: 'Mío' });
});

test('lines change while nobody packs them, and those of a shop in the shop', () => {
  expect(hasOpenLines(order)).toBe(true);
  expect(hasOpenLines({ ...order, status: 'processing' })).toBe(false);
  expect(hasOpenLines({ ...order, webhookData: { ...order.webhookData, source: 'shopify' } })).toBe(false);
});
