// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { filters } from './api';
import { parseOrdersSearch } from './search';

test('reads every filter of the address', () => {
  const raw = {
    buscar: 'Zúñiga',
    estado: 'shipped',
    desde: '2026-11-01',
    hasta: '2026-11-15',
    importe: '99.999',
    orden: 'totalAmount',
    pagina: '3',
    porPagina: '50',
    nuevo: 'si',
  };
  expect(parseOrdersSearch(raw)).toEqual({ ...raw, importe: 100, pagina: 3, porPagina: 50 });
});

test('leaves out what makes no sense and what is the rule anyway', () => {
  const raw = {
    buscar: '  ',
    estado: 'lost',
    desde: '2026-13-01',
    hasta: 'ayer',
    importe: '-1',
    orden: '-createdAt',
    pagina: '1',
    porPagina: '7',
    nuevo: 'no',
    otro: 'x',
  };
  expect(parseOrdersSearch(raw)).toEqual({});
});

test('counts filters, but neither the search box nor the order nor the page', () => {
  const search = parseOrdersSearch({
    buscar: 'ana',
    estado: 'pending',
    importe: '0',
    orden: 'status',
    pagina: '2',
  });
  expect(filters.count(search)).toBe(2);
  expect(filters.isAnySet({ orden: 'status', pagina: 2 })).toBe(false);
  expect(filters.isAnySet({ buscar: 'ana' })).toBe(true);
  expect(filters.isAnySet({ ...search, ...filters.none })).toBe(false);
});
