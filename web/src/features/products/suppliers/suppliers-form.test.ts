import { expect, it } from 'vitest';
import type { ProductSupplier } from './api';
import { emptyLine, formField, suppliersOf, suppliersRules, suppliersValues, withPreferred } from './suppliers-form';

const sold = {
  supplierId: 3,
  supplier: 'Ferretería Norte',
  currency: 'EUR',
  supplierSku: 'N-100',
  packUnits: 12,
  packPrice: 3.4567,
  minPacks: 2,
  leadDays: null,
  preferred: true,
} as ProductSupplier;

it('writes back what it read, to the fourth decimal', () => {
  const values = suppliersValues([sold]);
  expect(values.suppliers[0]).toMatchObject({ packPrice: '3,4567', leadDays: '', packUnits: '12' });
  expect(suppliersOf(values, true)).toEqual([
    {
      supplierId: 3,
      supplierSku: 'N-100',
      packUnits: 12,
      minPacks: 2,
      packPrice: 3.4567,
      leadDays: null,
      preferred: true,
    },
  ]);
});

it('leaves a price alone that may not be seen', () => {
  expect(suppliersOf(suppliersValues([sold]), false)[0]).not.toHaveProperty('packPrice');
});

it('has one preferred supplier at most', () => {
  const three = [emptyLine(true), emptyLine(false), emptyLine(false)];
  expect(withPreferred(three, 2, true).map(({ preferred }) => preferred)).toEqual([false, false, true]);
  expect(withPreferred(three, 0, false).map(({ preferred }) => preferred)).toEqual([false, false, false]);
});

it('asks for whom, whole packs, four decimals and a lead time that can be', () => {
  const line = { ...emptyLine(true), packUnits: '0', packPrice: '1,23456', leadDays: '400' };
  const checked = suppliersRules.safeParse({ suppliers: [line] });
  expect(checked.error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'suppliers.0.supplierId',
    'suppliers.0.packUnits',
    'suppliers.0.packPrice',
    'suppliers.0.leadDays',
  ]);
});

it('finds the field that the server names', () => {
  expect(formField('suppliers[1].packUnits')).toBe('suppliers.1.packUnits');
  expect(formField('suppliers')).toBeNull();
  expect(formField('suppliers[1].nonsense')).toBeNull();
});
