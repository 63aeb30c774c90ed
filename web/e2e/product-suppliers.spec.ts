import { expectAccessible } from './support/axe';
import { Buying } from './support/buying';
import { field, rowOf, toasts } from './support/screen';
import { settled } from './support/screens';
import type { Product } from './support/stockroom';
import { expect, test } from './support/test';
import { wire } from './support/wire';

test('a product says who sells it, several at once, and from whom it is bought', async ({ stockroom }) => {
  const buying = new Buying(stockroom);
  await buying.supplier('Aceros Ruiz', { currency: 'EUR', leadDays: 9 });
  await buying.supplier('Brocas Vela', { currency: 'EUR' });
  const drill = await stockroom.product({ name: 'Broca de 8', sku: 'BRO-8' });
  const page = await stockroom.visit(`/productos/${drill.idProduct}`);
  const card = page.getByRole('region', { name: 'Proveedores' });
  await expect(card).toContainText('Ningún proveedor lo vende todavía.');
  await card.getByRole('button', { name: 'Editar proveedores' }).click();
  const dialog = page.getByRole('dialog', { name: 'Proveedores de «Broca de 8»' });
  const lines = dialog.getByRole('listitem');
  for (const [index, name] of ['Aceros Ruiz', 'Brocas Vela'].entries()) {
    await dialog.getByRole('button', { name: 'Añadir proveedor' }).click();
    await field(lines.nth(index), 'Proveedor').fill(name.slice(0, 4));
    await page.getByRole('option', { name }).click();
  }
  const [first, second] = [lines.nth(0), lines.nth(1)];
  await expect(first.getByRole('checkbox', { name: /Preferente/ })).toBeChecked();
  await field(first, 'Su código').fill('AR-8');
  await field(first, 'Unidades por envase').fill('0');
  await first.getByLabel(/^Precio del envase/).fill('12,3456');
  await second.getByRole('checkbox', { name: /Preferente/ }).check();
  await expect(first.getByRole('checkbox', { name: /Preferente/ })).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(first).toContainText('Debe ser un número entero mayor que 0');
  await field(first, 'Unidades por envase').fill('10');
  await expectAccessible(page, 'the suppliers of a product', { within: ['[role=dialog]'] });
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(toasts(page)).toContainText('Proveedores guardados');
  const rows = card.getByRole('listitem');
  await expect(rows.nth(0)).toContainText('Brocas Vela');
  await expect(rows.nth(0)).toContainText('Preferente');
  await expect(rows.nth(1)).toContainText('AR-8');
  await expect(rows.nth(1)).toContainText('envase de 10 · 9 días');
  await expect(rows.nth(1)).toContainText('12,3456');

  await card.getByRole('button', { name: 'Editar proveedores' }).click();
  await dialog.getByRole('button', { name: 'Quitar el proveedor 1' }).click();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(rows).toHaveCount(1);
});

test('a new product is saved with its suppliers, and what is wrong with those loses nothing', async ({ stockroom }) => {
  const buying = new Buying(stockroom);
  await buying.supplier('Colas Mar', { currency: 'EUR' });
  const page = await stockroom.visit('/productos?nuevo=');
  const dialog = page.getByRole('dialog').filter({ has: page.locator('form') });
  await field(dialog, 'SKU').fill('COL-1');
  await field(dialog, 'Nombre').fill('Cola blanca');
  await field(dialog, 'Stock').fill('3');
  await dialog.getByText('Quién lo vende, y cómo').click();
  await dialog.getByRole('button', { name: 'Añadir proveedor' }).click();
  await dialog.getByRole('button', { name: 'Crear producto' }).click();
  await expect(dialog).toContainText('Elige un proveedor');
  await expect(dialog).toContainText('Revisa los proveedores de más abajo.');
  await field(dialog, 'Proveedor').fill('Col');
  await page.getByRole('option', { name: 'Colas Mar' }).click();
  await field(dialog, 'Su código').fill('CM-1');

  // The first product of this shop.
  const write = 'PUT /api/products/1/suppliers/';
  await wire(page).answer(write, { status: 503, body: { detail: 'Ahora mismo no se puede' } });
  await dialog.getByRole('button', { name: 'Crear producto' }).click();
  await expect(dialog).toContainText('El producto está guardado, pero no sus proveedores');
  await wire(page).restore(write);
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(dialog).toHaveCount(0);
  await rowOf(page, 'COL-1').getByRole('link', { name: 'Cola blanca' }).click();
  await expect(page.getByRole('region', { name: 'Proveedores' })).toContainText('CM-1');
});

test('chosen products get one supplier, and the change is taken back', async ({ stockroom }) => {
  const buying = new Buying(stockroom);
  const [old, next] = [await buying.supplier('Antiguo'), await buying.supplier('Nuevo y mejor')];
  const [one, two]: Product[] = await stockroom.products(2);
  if (!one || !two) throw new Error('two products were made');
  await buying.sells(old, one);
  const page = await stockroom.visit('/productos');
  await page.getByRole('checkbox', { name: 'Seleccionar los productos de esta página' }).check();
  await page.getByRole('button', { name: 'Asignar proveedor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Asignar proveedor a 2 productos' });
  await dialog.getByRole('button', { name: 'Asignar' }).click();
  await expect(dialog).toContainText('Elige un proveedor');
  await field(dialog, 'Proveedor').fill('Nue');
  await page.getByRole('option', { name: next.name }).click();
  await dialog.getByRole('button', { name: 'Asignar' }).click();
  await expect(toasts(page)).toContainText('Proveedor asignado a 2 productos');
  expect(await buying.preferredOf(one)).toBe(next.name);
  await toasts(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(toasts(page)).toContainText('Cambio deshecho');
  expect(await buying.preferredOf(one)).toBe(old.name);
  expect(await buying.preferredOf(two)).toBeUndefined();
});

test('who may not buy changes no supplier', async ({ stockroom }) => {
  const buying = new Buying(stockroom);
  const [product] = await stockroom.products(1);
  if (!product) throw new Error('a product was made');
  await buying.sells(await buying.supplier('Aceros Ruiz'), product, { packPrice: 4.5 });
  const seller = await stockroom.shop.newAccount({ role: 'Vendedor' });
  const page = await stockroom.visit(`/productos/${product.idProduct}`, { as: seller });
  const card = page.getByRole('region', { name: 'Proveedores' });
  await expect(card).toContainText('Aceros Ruiz');
  await expect(card).not.toContainText('4,50');
  await expect(card.getByRole('button')).toHaveCount(0);
  await page.goto('/productos');
  await settled(page);
  await expect(page.getByRole('button', { name: 'Asignar proveedor' })).toHaveCount(0);
});
