// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { filtersOf } from './api';
import { filters } from './filters';
import { parseAlertsSearch } from './search';

test('an address says what differs from its defaults, and nothing that makes no sense', () => {
  expect(parseAlertsSearch({ nivel: 'critical', estado: 'resueltas', orden: '-level', pagina: '3' })).toEqual({
    nivel: 'critical',
    estado: 'resueltas',
    pagina: 3,
  });
  expect(parseAlertsSearch({ nivel: 'alta', estado: 'perdidas', orden: 'stock', buscar: '  ' })).toEqual({});
});

test('what is open is asked for the worst first, what is settled the last one first', () => {
  expect(filtersOf({})).toEqual({ state: 'open', ordering: '-level' });
  expect(filtersOf({ estado: 'resueltas', buscar: 'clavo', nivel: 'low' })).toEqual({
    search: 'clavo',
    level: 'low',
    state: 'resolved',
    ordering: '-resolvedAt',
  });
  expect(filtersOf({ estado: 'pospuestas', orden: 'createdAt' })).toEqual({
    state: 'snoozed',
    ordering: 'createdAt',
  });
});

test('another view counts as a filter', () => {
  expect(filters.count({ estado: 'resueltas', buscar: 'x' })).toBe(1);
});
