import { expect, test } from 'vitest';
import { parseInventorySearch } from './search';

test('an address names only what differs from the defaults', () => {
  expect(parseInventorySearch({ tab: 'existencias', pagina: '1', buscar: '  ' })).toEqual({});
});

test('filters of every part are read', () => {
  expect(
    parseInventorySearch({
      tab: 'movimientos',
      buscar: '8412345678905',
      tipo: 'salida',
      usuario: 'Ana',
      desde: '2026-11-01',
      hasta: '2026-11-15',
      pagina: '3',
      porPagina: '50',
    }),
  ).toEqual({
    tab: 'movimientos',
    buscar: '8412345678905',
    tipo: 'salida',
    usuario: 'Ana',
    desde: '2026-11-01',
    hasta: '2026-11-15',
    pagina: 3,
    porPagina: 50,
  });
  expect(parseInventorySearch({ almacen: '2', conStock: 'si', recuento: '7', lineas: 'pendientes' })).toEqual({
    almacen: 2,
    conStock: 'si',
    recuento: 7,
    lineas: 'pendientes',
  });
});

test('what makes no sense is as good as missing', () => {
  expect(
    parseInventorySearch({
      tab: 'nada',
      tipo: 'robo',
      desde: '2026-02-30',
      almacen: '-1',
      orden: 'price',
      pagina: '0',
      porPagina: '7',
      recuento: '1e400',
    }),
  ).toEqual({});
});

test('a day in the address is that part by itself', () => {
  expect(parseInventorySearch({ fecha: '2026-12-31', metodo: 'fifo', orden: '-costValue' })).toEqual({
    tab: 'fecha',
    fecha: '2026-12-31',
    metodo: 'fifo',
    orden: '-costValue',
  });
  expect(parseInventorySearch({ fecha: '2026-02-30', orden: 'costValue' })).toEqual({});
});
