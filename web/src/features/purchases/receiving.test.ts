import { expect, test } from 'vitest';
import type { PurchaseLine } from './api';
import { type Arriving, arrivingOf, deliveredOf, totalOf, withOneMore } from './receiving';

function line(id: number, productId: number, pending: number): PurchaseLine {
  return {
    id,
    productId,
    name: `Producto ${productId}`,
    sku: `P-${productId}`,
    supplierSku: '',
    pending,
  } as PurchaseLine;
}

const screw = { idProduct: 7, name: 'Tornillo', sku: 'T-7' };

test('only what is still to come is received', () => {
  expect(arrivingOf([line(1, 7, 4), line(2, 8, 0)]).map(({ lineId }) => lineId)).toEqual([1]);
});

test('scans of a product add up, and go to the next of its lines when one is full', () => {
  let all: Arriving[] = arrivingOf([line(1, 7, 2), line(2, 7, 2)]);
  for (let scan = 0; scan < 3; scan += 1) all = withOneMore(all, screw);
  expect(deliveredOf(all)).toEqual([
    { lineId: 1, accepted: 2, rejected: 0 },
    { lineId: 2, accepted: 1, rejected: 0 },
  ]);
});

test('what comes beyond all of its lines stays with the first of them, where it is told as too much', () => {
  let all: Arriving[] = arrivingOf([line(1, 7, 1)]);
  all = withOneMore(withOneMore(all, screw), screw);
  expect(deliveredOf(all)).toEqual([{ lineId: 1, accepted: 2, rejected: 0 }]);
});

test('what nobody ordered has a line of its own', () => {
  const all = withOneMore(withOneMore(arrivingOf([line(1, 8, 1)]), screw), screw);
  expect(deliveredOf(all)).toEqual([{ productId: 7, accepted: 2, rejected: 0 }]);
  expect(totalOf(all)).toEqual({ accepted: 2, rejected: 0 });
});

test('what was refused at the door is told with what came in', () => {
  const [first] = arrivingOf([line(1, 7, 5)]);
  const all = [{ ...(first as Arriving), accepted: '3', rejected: '2' }];
  expect(deliveredOf(all)).toEqual([{ lineId: 1, accepted: 3, rejected: 2 }]);
});
