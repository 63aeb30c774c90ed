// @vitest-environment node
import { expect, test } from 'vitest';
import type { OrderDetail, OrderItem } from './api';
import { consequencesOf, movesOf } from './order-move';

const item = { productId: 7, quantity: 4, cancelled: 1, shipped: 0, returned: 0, writtenOff: 0, reserved: 3 };
const unknown = { ...item, productId: null, reserved: 0, shipped: 0 };

function order(items: Partial<OrderItem>[], rest: Partial<OrderDetail> = {}): OrderDetail {
  return { items, shortage: 0, unmatched: 0, ...rest } as OrderDetail;
}

test('the step on its way comes before the one off it', () => {
  expect(movesOf({ nextStatuses: ['cancelled', 'processing'] })).toEqual(['processing', 'cancelled']);
  expect(movesOf({ nextStatuses: [] })).toEqual([]);
});

test('shipping takes what is left to send, and says what stands in its way', () => {
  expect(consequencesOf(order([item]), 'shipped')).toEqual(['Saldrán del stock 3\u00a0uds.']);
  expect(consequencesOf(order([item, unknown], { shortage: 1, unmatched: 1 }), 'shipped')).toEqual([
    'Saldrán del stock 3\u00a0uds.',
    'Según las reservas falta 1\u00a0ud.: si no hay stock, no se podrá enviar.',
    '1 artículo con SKU desconocido no mueve stock.',
  ]);
});

test('cancelling frees what is reserved', () => {
  expect(consequencesOf(order([item]), 'cancelled')[0]).toContain('Se liberan 3\u00a0uds. reservadas');
  expect(consequencesOf(order([unknown]), 'cancelled')[0]).toBe('No tiene stock reservado.');
});

test('a return brings back what was sent and not settled since', () => {
  const sent = { ...item, shipped: 3, returned: 1, writtenOff: 1, reserved: 0 };
  expect(consequencesOf(order([sent, unknown]), 'returned')[0]).toBe('Vuelve al stock 1\u00a0ud.');
});

test('the other steps leave the stock alone', () => {
  expect(consequencesOf(order([item]), 'processing')).toEqual(['El stock no cambia: 3\u00a0uds. siguen reservadas.']);
  expect(consequencesOf(order([item]), 'delivered')).toEqual(['El stock no cambia: salió al enviarlo.']);
});
