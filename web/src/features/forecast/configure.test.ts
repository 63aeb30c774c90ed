import { describe, expect, test } from 'vitest';
import { testProduct } from '@/features/shared/test-product';
import { type ConfigureValues, changeOf, checkConfigure } from './configure';

const values: ConfigureValues = {
  alertDays: '30',
  minStock: '',
  maxStock: '',
  leadDays: '',
  packSize: '',
  serviceLevel: '',
  alertBlocked: false,
};

describe('configuring a product', () => {
  test.each([
    ['alertDays', '', 'Los días de alerta deben ser un número entre 1 y 365'],
    ['alertDays', '366', 'Los días de alerta deben ser un número entre 1 y 365'],
    ['alertDays', '365', undefined],
    ['leadDays', '', undefined],
    ['leadDays', '0', undefined],
    ['leadDays', '151', 'El plazo de entrega debe ser un número entre 0 y 150'],
    ['packSize', '0', 'Las unidades por paquete deben ser al menos 1'],
    ['serviceLevel', '49', 'El nivel de servicio debe ser un número entre 50 y 99'],
    ['minStock', 'x', 'El stock mínimo debe ser un número mayor o igual a 0'],
    ['minStock', '1.500', undefined],
    ['alertDays', '1,5', 'Escribe un número entero, sin decimales'],
    ['minStock', '1.5', 'Escribe un número entero, sin decimales'],
    ['maxStock', '1,5', 'Escribe un número entero, sin decimales'],
    ['leadDays', '1,5', 'Escribe un número entero, sin decimales'],
    ['packSize', '1,5', 'Escribe un número entero, sin decimales'],
    ['serviceLevel', '97,5', 'Escribe un número entero, sin decimales'],
  ] as const)('%s of «%s»', (name, text, problem) => {
    expect(checkConfigure(name, { ...values, [name]: text })).toBe(problem);
  });

  test('refuses a maximum below the minimum', () => {
    const wrong = { ...values, minStock: '9', maxStock: '8' };
    expect(checkConfigure('maxStock', wrong)).toBe('El stock máximo no puede ser menor que el mínimo');
    expect(checkConfigure('maxStock', { ...wrong, maxStock: '9' })).toBeUndefined();
  });

  test('an empty field takes the setting away, and what stayed is not sent', () => {
    const seen = testProduct({ alertDays: 30, minStock: 12, maxStock: null });
    expect(changeOf(seen, { ...values, leadDays: '4', minStock: '' })).toEqual({
      minStock: null,
      leadDays: 4,
    });
  });
});
