import { expect, it } from 'vitest';
import { auditChanges } from './audit-changes';

it('names what changed and leaves out what did not', () => {
  const before = { Name: 'Taladro', Price: 1000, Status: 'active', Tags: ['a'], MinStock: 5 };
  const after = { Name: 'Taladro', Price: 1250, Status: 'inactive', Tags: ['a', 'b'], MinStock: null };
  expect(auditChanges({ before, after })).toEqual([
    { field: 'Estado', before: 'Activo', after: 'Inactivo' },
    { field: 'Stock mínimo', before: '5', after: '' },
    { field: 'Precio', before: '10,00', after: '12,50' },
    { field: 'Etiquetas', before: 'a', after: 'a, b' },
  ]);
});

it('reads a change of stock', () =>
  expect(auditChanges({ before: { Stock: 6 }, after: { Stock: 30, Movement: 9 } })).toEqual([
    { field: 'Stock', before: '6', after: '30' },
  ]));
