import { expect, it } from 'vitest';
import type { Movement } from '@/features/movements/api';
import { historyOf } from './history';

function movement(createdAt: string, previousStock: number, newStock: number): Movement {
  return { createdAt, previousStock, newStock } as Movement;
}

const noon = Date.parse('2026-11-10T12:00:00Z');

it('runs forward in time although the newest comes first', () =>
  expect(historyOf([movement('2026-11-10T13:00:00Z', 6, 4), movement('2026-11-10T12:00:00Z', 0, 6)])).toEqual([
    { at: noon, value: 6 },
    { at: noon + 3_600_000, value: 4 },
  ]));

it('starts with the stock there was when older movements are cut off', () =>
  expect(historyOf([movement('2026-11-10T12:00:00Z', 20, 15)])).toEqual([
    { at: noon, value: 20 },
    { at: noon, value: 15 },
  ]));

it('is empty without movements', () => expect(historyOf([])).toEqual([]));
