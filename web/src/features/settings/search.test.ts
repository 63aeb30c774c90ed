// @vitest-environment node
import { expect, test } from 'vitest';
import { parseSettingsSearch } from './search';

test('what makes sense is kept', () => {
  expect(
    parseSettingsSearch({
      seccion: 'usuarios',
      buscar: '8412345678905',
      orden: '-name',
      pagina: '3',
      porPagina: '50',
    }),
  ).toEqual({ seccion: 'usuarios', buscar: '8412345678905', orden: '-name', pagina: 3, porPagina: 50 });
  const log = {
    seccion: 'registro',
    objeto: 'product',
    usuario: 'ana',
    desde: '2026-11-01',
    hasta: '2026-11-15',
  };
  expect(parseSettingsSearch(log)).toEqual(log);
});

test('what makes none is left out', () => {
  expect(
    parseSettingsSearch({
      seccion: 'otra',
      buscar: '',
      orden: 'password',
      pagina: '-1',
      porPagina: '7',
      tipo: 'colores',
      desde: '2026-02-30',
      hasta: 'ayer',
    }),
  ).toEqual({});
});
