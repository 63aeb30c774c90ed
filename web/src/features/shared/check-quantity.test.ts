import { expect, test } from 'vitest';
import { checkQuantity } from './check-quantity';

test.each([
  ['1', true],
  ['1.500', true],
  ['1000000000', true],
  ['', 'La cantidad debe ser mayor a 0'],
  ['0', 'La cantidad debe ser mayor a 0'],
  ['-3', 'La cantidad debe ser mayor a 0'],
  ['1,5', 'Escribe un número entero, sin decimales'],
  ['1.5', 'Escribe un número entero, sin decimales'],
  ['doce', 'La cantidad debe ser mayor a 0'],
  ['1000000001', 'La cantidad es demasiado grande'],
  ['9'.repeat(40), 'La cantidad es demasiado grande'],
])('a quantity of %j', (text, verdict) => expect(checkQuantity(text)).toBe(verdict));
