// @vitest-environment node
import { expect, test } from 'vitest';
import { listFilters } from './list-filters';

type Search = { buscar?: string | undefined; tipo?: string | undefined; pagina?: number | undefined };
const filters = listFilters<Search>(['buscar', 'tipo']);

test('counts what is set besides the search box, and nothing that is no filter', () => {
  expect(filters.count({ buscar: 'ana', tipo: 'compra', pagina: 3 })).toBe(1);
  expect(filters.count({ pagina: 3 })).toBe(0);
});

test('tells whether anything leaves rows out', () => {
  expect(filters.isAnySet({ pagina: 3 })).toBe(false);
  expect(filters.isAnySet({ buscar: 'ana' })).toBe(true);
  expect(filters.isAnySet({ buscar: 'ana', tipo: 'compra', ...filters.none })).toBe(false);
});

test('lets another name stand in the search box', () => {
  expect(listFilters<Search>(['tipo'], ['tipo']).count({ tipo: 'compra' })).toBe(0);
});

test('counts the two ends of a range once', () => {
  const range = listFilters<{ min?: number; max?: number; tipo?: string }>([['min', 'max'], 'tipo']);
  expect(range.count({ min: 1, max: 2 })).toBe(1);
  expect(range.count({ max: 2, tipo: 'compra' })).toBe(2);
  expect(range.isAnySet({ max: 2, ...range.none })).toBe(false);
});
