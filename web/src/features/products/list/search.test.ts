// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { filters, filtersOf } from './filters';
import { parseProductsSearch } from './search';

describe('parseProductsSearch', () => {
  it('keeps what makes sense', () =>
    expect(
      parseProductsSearch({
        buscar: '8412345678905',
        estado: 'inactive',
        stock: 'bajo',
        precioMin: '1.5',
        stockMax: '20',
        orden: '-name',
        pagina: '3',
        porPagina: '50',
        vista: 'tarjetas',
      }),
    ).toEqual({
      buscar: '8412345678905',
      estado: 'inactive',
      stock: 'bajo',
      precioMin: 1.5,
      stockMax: 20,
      orden: '-name',
      pagina: 3,
      porPagina: 50,
      vista: 'tarjetas',
    }));

  it.each([
    { buscar: '  ' },
    { estado: 'vendido' },
    { stock: 'mucho' },
    { precioMin: '-1' },
    { stockMin: '1.5' },
    { stockMax: 'x' },
    { orden: 'price' },
    { pagina: '0' },
    { pagina: '1' },
    { porPagina: '33' },
    { vista: 'mapa' },
  ])('leaves out %j', (raw) => expect(parseProductsSearch(raw)).toEqual({}));

  it('opens the form of a new product even without a barcode', () =>
    expect(parseProductsSearch({ nuevo: '' })).toEqual({ nuevo: '' }));
});

describe('the filters', () => {
  it('are asked for in the words of the server', () =>
    expect(filtersOf({ buscar: 'taladro', categoria: 'Jardín', stock: 'sin', precioMax: 9.5 })).toEqual({
      search: 'taladro',
      category: 'Jardín',
      inStock: false,
      maxPrice: 9.5,
      ordering: '-createdAt',
    }));

  it('count the two ends of a range once, and neither page nor order', () => {
    const search = { precioMin: 1, precioMax: 2, marca: 'Bosch', pagina: 4, orden: 'name' as const };
    expect(filters.count(search)).toBe(2);
  });

  it('are all gone after clearing', () => {
    const search = parseProductsSearch({
      buscar: 'x',
      stock: 'bajo',
      marca: 'y',
      stockMin: '1',
      orden: 'name',
    });
    expect(filters.isAnySet(search)).toBe(true);
    expect(filters.isAnySet({ ...search, ...filters.none })).toBe(false);
  });
});
