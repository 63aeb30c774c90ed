// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { filtersOf } from './api';
import { parseForecastSearch, parseOrdering } from './search';

describe('the address of the forecasts', () => {
  test('keeps what makes sense and nothing else', () => {
    const raw = {
      buscar: 'tornillo',
      bajo: 'si',
      bloqueadas: 'no',
      orden: '-toDo',
      producto: '12',
      eventos: 'si',
      pagina: '3',
      porPagina: '50',
      otra: 'cosa',
    };
    expect(parseForecastSearch(raw)).toEqual({
      buscar: 'tornillo',
      bajo: 'si',
      orden: '-toDo',
      producto: 12,
      eventos: 'si',
      pagina: 3,
      porPagina: 50,
    });
    expect(parseForecastSearch({ producto: 'abc', orden: 'precio', pagina: '0' })).toEqual({});
  });

  test('does not name the order that goes without saying', () => {
    expect(parseOrdering('runsOutIn')).toBeUndefined();
    expect(parseOrdering('-runsOutIn')).toBe('-runsOutIn');
  });

  test('is asked in the words of the server', () => {
    expect(filtersOf({})).toEqual({ ordering: 'runsOutIn' });
    expect(filtersOf({ buscar: 'led', bajo: 'si', bloqueadas: 'si', orden: 'alertDays', producto: 4 })).toEqual({
      search: 'led',
      lowStock: true,
      alertBlocked: true,
      ordering: 'alertDays',
    });
  });
});
