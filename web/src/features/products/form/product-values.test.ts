import { describe, expect, it } from 'vitest';
import { testProduct } from '@/features/shared/test-product';
import { changedFields, changeOf, creationOf, productSchema, splitTags, valuesOf } from './product-values';

const filled = { ...valuesOf(null), sku: 'HER-1', name: 'Taladro', stock: '5' };

function errorsOf(values: object): Record<string, string> {
  const result = productSchema.safeParse({ ...filled, ...values });
  return Object.fromEntries((result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]));
}

describe('productSchema', () => {
  it('accepts the least a product needs', () => expect(errorsOf({})).toEqual({}));

  it.each([
    [{ sku: '  ' }, 'sku', 'El SKU es requerido'],
    [{ name: '' }, 'name', 'El nombre es requerido'],
    [{ stock: '' }, 'stock', 'El stock es requerido'],
    [{ stock: '-1' }, 'stock', 'El stock debe ser un número mayor o igual a 0'],
    [{ stock: 'x' }, 'stock', 'El stock debe ser un número mayor o igual a 0'],
    [{ minStock: '-1' }, 'minStock', 'El stock mínimo debe ser un número mayor o igual a 0'],
    [{ stock: '1,5' }, 'stock', 'Escribe un número entero, sin decimales'],
    [{ maxStock: '1,5' }, 'maxStock', 'Escribe un número entero, sin decimales'],
    [{ alertDays: '1,5' }, 'alertDays', 'Escribe un número entero, sin decimales'],
    [{ minStock: '9'.repeat(40) }, 'minStock', 'El stock mínimo es demasiado grande'],
    [{ minStock: '9', maxStock: '8' }, 'maxStock', 'El stock máximo no puede ser menor que el mínimo'],
    [{ alertDays: '0' }, 'alertDays', 'Los días de alerta deben ser un número entre 1 y 365'],
    [{ alertDays: '366' }, 'alertDays', 'Los días de alerta deben ser un número entre 1 y 365'],
    [{ price: '-3' }, 'price', 'El precio debe ser un número mayor o igual a 0'],
    [{ imageUrl: 'http://a.es/x.jpg' }, 'imageUrl', 'La imagen debe tener una dirección https'],
  ])('refuses %j', (values, field, message) => expect(errorsOf(values)).toEqual({ [field]: message }));

  it('takes limits at their edges', () =>
    expect(errorsOf({ stock: '0', minStock: '0', maxStock: '0', alertDays: '365', price: '0' })).toEqual({}));
});

describe('what is sent', () => {
  it('is a number however it was grouped', () =>
    expect(creationOf({ ...filled, stock: '1.500', minStock: '2.000' })).toMatchObject({
      currentStock: 1500,
      minStock: 2000,
    }));

  it('is only what was filled in, for a new product', () =>
    expect(creationOf({ ...filled, price: '12,50', tags: ' azul, ,grande ', category: 'Fijación' })).toEqual({
      sku: 'HER-1',
      name: 'Taladro',
      currentStock: 5,
      status: 'active',
      price: 12.5,
      tags: ['azul', 'grande'],
      category: 'Fijación',
    }));

  it('is only what changed, for an existing one', () => {
    const before = valuesOf(testProduct());
    const after = { ...before, name: 'Otro nombre', category: '', minStock: '' };
    const fields = changedFields(before, after);
    expect(changeOf(after, fields)).toEqual({ name: 'Otro nombre', category: null, minStock: null });
  });

  it('is nothing when only spaces changed', () => {
    const before = valuesOf(testProduct({ tags: ['azul', 'grande'] }));
    expect(changedFields(before, { ...before, tags: 'azul ,grande,', name: `${before.name} ` })).toEqual([]);
  });
});

describe('splitTags', () => {
  it('drops empty ones', () => expect(splitTags(' a, ,b,, c ')).toEqual(['a', 'b', 'c']));
});
