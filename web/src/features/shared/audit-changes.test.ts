// @vitest-environment node
import { expect, it } from 'vitest';
import { auditChanges, auditProduct } from './audit-changes';

it('names what changed and leaves out what did not', () => {
  const before = { Name: 'Taladro', Price: 1000, Status: 'active', Tags: ['a'], MinStock: 5 };
  const after = { Name: 'Taladro', Price: 1250, Status: 'inactive', Tags: ['a', 'b'], MinStock: null };
  expect(auditChanges({ noun: 'product', before, after })).toEqual([
    { field: 'Estado', before: 'Activo', after: 'Inactivo' },
    { field: 'Stock mínimo', before: '5', after: '' },
    { field: 'Precio', before: '10,00', after: '12,50' },
    { field: 'Etiquetas', before: 'a', after: 'a, b' },
  ]);
});

it('writes amounts with the decimals of their currency, where it is named', () => {
  const price = (amount: number, currency: string) => ({ Price: amount, Currency: currency });
  expect(auditChanges({ noun: 'product', before: price(1255, 'KWD'), after: price(150_000, 'JPY') })).toEqual([
    { field: 'Precio', before: expect.stringMatching(/^1,255/), after: expect.stringMatching(/^1\.500\s/) },
    { field: 'Moneda', before: 'KWD', after: 'JPY' },
  ]);
});

it('writes prices of packs with the four decimals that they are kept with', () => {
  const after = { SupplierSKU: 'N-100', PackPrice: 36_055, Currency: 'EUR' };
  expect(auditChanges({ noun: 'supplier', before: null, after })).toContainEqual({
    field: 'Precio del envase',
    before: '',
    after: expect.stringMatching(/^3,6055\s€/),
  });
});

it('reads a change of stock', () =>
  expect(auditChanges({ noun: 'product', before: { Stock: 6 }, after: { Stock: 30, Movement: 9 } })).toEqual([
    { field: 'Stock', before: '6', after: '30' },
  ]));

it('says roles, states and yes or no in words', () => {
  const user = { ID: 4, Username: 'ana', Role: 4, State: 'pending', Version: 1 };
  expect(
    auditChanges({ noun: 'user', before: user, after: { ...user, Role: 3, State: 'active', Version: 2 } }),
  ).toEqual([
    { field: 'Rol', before: 'Consulta', after: 'Vendedor' },
    { field: 'Estado', before: 'Pendiente', after: 'Activo' },
  ]);
  const location = { ID: 2, Name: 'Norte', Active: true };
  expect(auditChanges({ noun: 'location', before: location, after: { ...location, Active: false } })).toEqual([
    { field: 'En uso', before: 'sí', after: 'no' },
  ]);
});

it('writes moments and days as people do', () => {
  const before = { Status: 'open', SnoozedUntil: null };
  const after = { Status: 'snoozed', SnoozedUntil: '2026-11-18T18:19:14.068318Z' };
  expect(auditChanges({ noun: 'alert', before, after })).toContainEqual({
    field: 'Pospuesta hasta',
    before: '',
    after: '18/11/2026, 19:19',
  });
  const event = { Name: 'Rebajas', FirstDay: '2026-12-26', LastDay: '2027-01-05' };
  expect(auditChanges({ noun: 'forecastEvent', after: event }).map((change) => change.after)).toEqual([
    'Rebajas',
    '26/12/2026',
    '05/01/2027',
  ]);
});

it('names locations where there are several, and says nothing of them where there are not', () => {
  const after = { ProductID: 7, FromLocationID: 1, ToLocationID: 2, Quantity: 1500, Notes: '' };
  const quantity = { field: 'Cantidad', before: '', after: '1.500' };
  expect(auditChanges({ noun: 'transfer', after })).toEqual([quantity]);
  expect(auditChanges({ noun: 'transfer', after }, (id) => ['', 'Principal', 'Norte'][id])).toEqual([
    quantity,
    { field: 'Desde', before: '', after: 'Principal' },
    { field: 'Hasta', before: '', after: 'Norte' },
  ]);
});

it('reads an order with its money and its address', () => {
  const order = {
    Status: 'pending',
    Total: 123_450,
    ShippingAddress: { Street: 'Mayor 1', City: 'Alcoy', Zip: '' },
  };
  expect(
    auditChanges({
      noun: 'order',
      before: order,
      after: { ...order, Status: 'shipped', Total: 100_000, ShippingAddress: { City: 'Ibi' } },
    }),
  ).toEqual([
    { field: 'Estado', before: 'Pendiente', after: 'Enviado' },
    { field: 'Total', before: '1.234,50', after: '1.000,00' },
    { field: 'Dirección de envío', before: 'Mayor 1, Alcoy', after: 'Ibi' },
  ]);
});

it('knows the product behind a document', () => {
  const row = {
    id: 1,
    at: '',
    actorId: 1,
    actorName: '',
    action: 'create',
    nounId: 12,
    nounName: '',
  } as const;
  expect(auditProduct({ ...row, noun: 'product' })).toBe(12);
  expect(auditProduct({ ...row, action: 'delete', noun: 'entry', before: { ProductID: 7 } })).toBe(7);
  expect(auditProduct({ ...row, noun: 'user', after: { ID: 12 } })).toBeNull();
});
