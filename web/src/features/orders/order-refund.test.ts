// @vitest-environment node
import { expect, test } from 'vitest';
import type { OrderDetail, OrderItem } from './api';
import { canRefund, refundable, refundConsequences, refundField, refundOf } from './order-refund';

const item = { id: 31, productId: 7, quantity: 5, cancelled: 1, shipped: 4, returned: 1, writtenOff: 1 };
const other = { id: 32, productId: 9, quantity: 2, cancelled: 0, shipped: 2, returned: 0, writtenOff: 0 };
const shipped = { status: 'shipped', items: [item, other] as OrderItem[] } as OrderDetail;
const open = { ...shipped, status: 'pending' } as OrderDetail;
const lines = (...quantities: string[]) => ({
  lines: quantities.map((quantity, index) => ({ quantity, restock: index === 0 })),
});

test('what came back, was written off or given up is not refunded again', () => {
  expect(shipped.items.map(refundable)).toEqual([2, 2]);
  expect(canRefund(shipped)).toBe(true);
  expect(canRefund({ ...shipped, status: 'returned' })).toBe(false);
  expect(canRefund({ ...shipped, items: [{ ...item, returned: 3 } as OrderItem] })).toBe(false);
});

test('only lines with a number are sent, with what becomes of their goods', () => {
  expect(refundOf(shipped, lines('1', '2'))).toEqual([
    { itemId: 31, quantity: 1, restock: 'return' },
    { itemId: 32, quantity: 2, restock: 'no_restock' },
  ]);
  expect(refundOf(open, lines('', '1'))).toEqual([{ itemId: 32, quantity: 1, restock: 'cancel' }]);
  expect(refundOf(shipped, lines('0', ' '))).toEqual([]);
});

test('units that are not those of the shop are said to be others', () => {
  const values = { lines: [{ quantity: '1', restock: true, another: true }] };
  expect(refundOf(shipped, values)).toEqual([{ itemId: 31, quantity: 1, restock: 'return', another: true }]);
});

test('a message about the second line sent finds its field', () => {
  expect(refundField(shipped, lines('', '2'), 'lines[0].quantity')).toBe('lines.1.quantity');
  expect(refundField(shipped, lines('', '2'), 'lines[0].itemId')).toBeNull();
  expect(refundField(shipped, lines('', '2'), 'key')).toBeNull();
});

test('says what it will do before it does', () => {
  expect(refundConsequences(shipped, lines('', ''))).toEqual([]);
  expect(refundConsequences(shipped, lines('1', '2'))).toEqual([
    'Vuelve al stock 1\u00a0ud.',
    '2\u00a0uds. se reembolsan sin volver al stock.',
    'No se puede deshacer.',
  ]);
  expect(refundConsequences(open, lines('2', '2'))).toEqual([
    'Se liberan 4\u00a0uds. del stock reservado.',
    'No queda nada por enviar: el pedido quedará cancelado.',
    'No se puede deshacer.',
  ]);
});
