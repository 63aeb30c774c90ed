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
});

test('what makes none is left out', () => {
  expect(
    parseSettingsSearch({ seccion: 'otra', buscar: '', orden: 'password', pagina: '-1', porPagina: '7' }),
  ).toEqual({});
});
