import { expect, it } from 'vitest';
import type { Proposal, ProposedLine } from './api';
import { chosenIds, draftsFrom, placeOf, withChoice } from './choice';

function line(productId: number, toDo: number, totalCost: number | null = 10): ProposedLine {
  return {
    productId,
    toDo,
    totalCost,
    sku: `SKU-${productId}`,
    name: `Producto ${productId}`,
    supplierSku: '',
    runsOutIn: null,
    packs: 1,
    packUnits: 1,
    quantity: 1,
    packPrice: null,
  };
}

function order(lines: ProposedLine[], next: ProposedLine[] = [], minCost: number | null = null): Proposal {
  const head = { supplierId: 1, supplier: 'Ferretería Norte', currency: 'EUR', totalCost: 0, missingCost: 0 };
  return { ...head, lines, next, minCost, purchaseIds: [] };
}

const none = new Map<number, boolean>();

it('orders what the forecast asks for, and leaves what it does not ask for to be chosen', () => {
  const orders = [order([line(1, 5), line(2, 0)]), order([line(3, 0)])];
  expect(chosenIds(draftsFrom({ orders }, none))).toEqual([1]);
  expect(chosenIds(draftsFrom({ orders }, withChoice(none, 2, true)))).toEqual([1, 2]);
  expect(chosenIds(draftsFrom({ orders }, withChoice(none, 1, false)))).toEqual([]);
});

it('orders what was named where the forecast asks for nothing at all', () => {
  expect(chosenIds(draftsFrom({ orders: [order([line(1, 0), line(2, 0)])] }, none))).toEqual([1, 2]);
});

it('says what lacks to the minimum of a supplier, and what else of theirs fills it up', () => {
  const orders = [order([line(1, 5, 10.1), line(2, 3, null)], [line(7, 0, 20.2)], 25)];
  const [before] = draftsFrom({ orders }, none);
  expect(before).toMatchObject({ total: 10.1, missing: 14.9, unpriced: 1, count: 2 });
  const [filled] = draftsFrom({ orders }, withChoice(none, 7, true));
  expect(filled).toMatchObject({ total: 30.3, missing: 0, count: 3 });
  expect(chosenIds(draftsFrom({ orders }, withChoice(none, 7, true)))).toEqual([1, 2, 7]);
});

it('a supplier without a minimum lacks nothing', () => {
  expect(draftsFrom({ orders: [order([line(1, 1)])] }, none)[0]?.missing).toBeNull();
});

it('leads to the one draft, to a list of several, and to all that wait when they are very many', () => {
  expect(placeOf([7])).toEqual({ to: '/compras/$id', params: { id: '7' } });
  expect(placeOf([7, 8])).toEqual({ to: '/compras', search: { solo: '7,8' } });
  expect(placeOf(Array.from({ length: 101 }, (_, id) => id + 1))).toEqual({
    to: '/compras',
    search: { estado: 'draft' },
  });
});
