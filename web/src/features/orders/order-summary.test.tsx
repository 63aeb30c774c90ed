// @vitest-environment node
import { expect, test } from 'vitest';
import type { OrderSummary } from './api';
import { figuresOf } from './order-summary';

const summary: OrderSummary = {
  totalOrders: 1234,
  totalAmount: 5000,
  averageOrderValue: 12.5,
  currency: 'EUR',
  ordersByStatus: { pending: 2, processing: 3, shipped: 4, delivered: 5, cancelled: 6, returned: 7 },
  ordersByMonth: [],
  amountsByCurrency: [{ currency: 'EUR', count: 400, amount: 5000 }],
  shippedToday: 1,
  shippedYesterday: 0,
};

test('the four cards and what explains them', () => {
  expect(figuresOf(summary).map(({ label, value, note }) => [label, value, note])).toEqual([
    ['Total Pedidos', '1.234', '5 por enviar'],
    ['Valor Total', '5.000,00\u00a0€', 'Sin cancelados ni devueltos'],
    ['Valor Medio', '12,50\u00a0€', 'Sin cancelados ni devueltos'],
    ['Entregados', '5', '1 enviado hoy'],
  ]);
});

test('an amount in another currency stands beside the total, never in it', () => {
  const amountsByCurrency = [
    ...summary.amountsByCurrency,
    { currency: 'USD', count: 2, amount: 80 },
    { currency: 'GBP', count: 0, amount: 0 },
  ];
  const [, total, average] = figuresOf({ ...summary, amountsByCurrency });
  expect(total?.value).toBe('5.000,00\u00a0€');
  expect(total?.note).toBe('+ 80,00\u00a0$ en 2 pedidos');
  expect(average?.note).toBe('De los pedidos en EUR');
});
