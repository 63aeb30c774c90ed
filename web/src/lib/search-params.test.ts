import { describe, expect, it } from 'vitest';
import { onlyKnown, readSearch } from './search-params';

describe('readSearch', () => {
  it('keeps barcodes and words as they were typed', () =>
    expect(readSearch('?buscar=8412345678905&marca=true&categoria=Jard%C3%ADn+y+obra&nuevo=')).toEqual({
      buscar: '8412345678905',
      marca: 'true',
      categoria: 'Jardín y obra',
      nuevo: '',
    }));
});

describe('onlyKnown', () => {
  const parse = onlyKnown((raw) => (raw.pagina === '2' ? { pagina: 2 } : {}));

  it('hands on what the parser made of it', () => expect(parse({ pagina: '2' })).toEqual({ pagina: 2 }));

  it('takes away what the parser left out, so that nothing raw remains below it', () => {
    const raw = { pagina: 'x', otro: '1' };
    expect({ ...raw, ...parse(raw) }).toEqual({ pagina: undefined, otro: undefined });
  });
});
