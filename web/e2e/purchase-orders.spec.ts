import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { Buying, countClicks } from './support/buying';
import { field, rowOf, toasts } from './support/screen';
import { settled } from './support/screens';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const create = 'POST /api/purchases/from-forecast/';

function ordersOf(page: Page, supplier: string) {
  return page.getByRole('region', { name: `Pedido a ${supplier}` });
}

test('from the forecast to three sent orders in under ten clicks', async ({ stockroom }) => {
  const buying = new Buying(stockroom);
  for (const [index, name] of ['Aceros Ruiz', 'Brocas Vela', 'Colas Mar'].entries()) {
    const supplier = await buying.supplier(name, { email: `pedidos${index}@example.com`, leadDays: 5 });
    for (const number of [1, 2]) {
      const product = await buying.wanted(`${name} ${number}`, `${name.slice(0, 3).toUpperCase()}-${number}`);
      await buying.sells(supplier, product, { packUnits: 6, packPrice: 4.5 });
    }
  }
  await buying.forecastWants(6);
  const page = await stockroom.visit('/prevision-stock');
  await settled(page);
  const clicks = await countClicks(page);

  await page.getByRole('button', { name: 'Crear pedidos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crear pedidos' });
  await expect(dialog.getByRole('region')).toHaveCount(3);
  await expect(ordersOf(page, 'Brocas Vela')).toContainText('BRO-2');
  await expect(ordersOf(page, 'Brocas Vela')).toContainText(/\(\d+ × 6\)/);
  await expectAccessible(page, 'the orders to create', { within: ['[role=dialog]'] });
  await dialog.getByRole('button', { name: 'Crear 3 borradores' }).click();

  await expect(toasts(page)).toContainText('3 borradores creados');
  await expect(page).toHaveURL(/\/compras\?solo=/);
  await expect(page.getByRole('main')).toContainText('Solo 3 compras recién creadas');
  await page.getByRole('checkbox', { name: 'Seleccionar los borradores de esta página' }).check();
  await page.getByRole('region', { name: 'Selección' }).getByRole('button', { name: 'Enviar' }).click();
  const sending = page.getByRole('dialog', { name: 'Enviar 3 compras' });
  await expect(sending.getByRole('listitem')).toHaveCount(3);
  await sending.getByRole('radio', { name: 'Ya enviado' }).check();
  await expectAccessible(page, 'the purchases to send', { within: ['[role=dialog]'] });
  await sending.getByRole('button', { name: 'Enviar 3 compras' }).click();

  await expect(toasts(page)).toContainText('3 compras enviadas');
  for (const name of ['Aceros Ruiz', 'Brocas Vela', 'Colas Mar'])
    await expect(rowOf(page, name)).toContainText('Enviado');
  expect(clicks()).toBeGreaterThan(3);
  expect(clicks()).toBeLessThan(10);

  // What is on its way is not proposed again.
  await buying.forecastWants(0);
  await page.goto('/prevision-stock');
  await page.getByRole('button', { name: 'Crear pedidos' }).click();
  await expect(dialog).toContainText('No hay nada que pedir');
  await expect(dialog.getByRole('button', { name: 'Crear borradores' })).toBeDisabled();
});

test('chosen rows are ordered; who lacks a supplier gets one, and what lacks to a minimum is filled up', async ({
  stockroom,
}) => {
  const buying = new Buying(stockroom);
  const supplier = await buying.supplier('Maderas Sanz', { minOrder: 5000 });
  const other = await buying.supplier('Vidrios Gil');
  const shelf = await buying.wanted('Balda', 'BAL-1');
  await buying.wanted('Puerta', 'PUE-1');
  const next = await stockroom.product({ name: 'Marco', sku: 'MAR-1', currentStock: 60 });
  await buying.wanted('Otra cosa', 'OTR-1');
  await buying.sells(supplier, shelf, { packPrice: 10 });
  await buying.sells(supplier, next, { packPrice: 8000 });
  await buying.forecastWants(3);

  const page = await stockroom.visit('/prevision-stock');
  await page.getByRole('checkbox', { name: 'Seleccionar Balda' }).check();
  await page.getByRole('checkbox', { name: 'Seleccionar Puerta' }).check();
  const bar = page.getByRole('region', { name: 'Selección' });
  await expect(bar).toContainText('2 seleccionados');
  await bar.getByRole('button', { name: 'Pedir los seleccionados' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crear pedidos' });
  await expect(ordersOf(page, 'Maderas Sanz')).toContainText('Faltan');
  await expect(dialog).toContainText('1 producto sin proveedor');
  await field(dialog, 'Proveedor de Puerta').fill('Vid');
  await page.getByRole('option', { name: 'Vidrios Gil' }).click();
  await expect(ordersOf(page, 'Vidrios Gil')).toContainText('Puerta');
  await expect(dialog).not.toContainText('sin proveedor');
  await expect(ordersOf(page, other.name)).toContainText('1 producto sin precio');

  // It sells too new for a forecast of when it runs out: the offer is written into the real answer.
  const offered = await buying.proposals([shelf.idProduct]);
  const [order] = offered.orders;
  const line = order?.lines[0];
  if (!order || !line) throw new Error('the shelf is not proposed');
  const bought = { packs: 1, quantity: 1, packPrice: 8000, totalCost: 8000 };
  const { idProduct: productId, sku, name } = next;
  order.next = [{ ...line, ...bought, productId, sku, name, toDo: 0, runsOutIn: 40 }];
  await wire(page).answer(create, { status: 200, body: offered });
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('checkbox', { name: 'Seleccionar Puerta' }).uncheck();
  await bar.getByRole('button', { name: 'Pedir los seleccionados' }).click();
  const fill = ordersOf(page, 'Maderas Sanz').getByRole('group', { name: 'Completar con lo próximo que se agotará' });
  await fill.getByRole('checkbox', { name: 'Pedir Marco' }).check();
  await expect(ordersOf(page, 'Maderas Sanz')).toContainText('Llega a su pedido mínimo');

  // Nothing that was decided is lost when it cannot be made.
  await wire(page).restore(create);
  await wire(page).answer(create, { status: 503, body: { detail: 'El servidor está ocupado' } });
  await dialog.getByRole('button', { name: 'Crear 1 borrador' }).click();
  await expect(dialog.getByRole('alert')).toContainText('El servidor está ocupado');
  await wire(page).restore(create);
  await expect(fill.getByRole('checkbox', { name: 'Pedir Marco' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Crear 1 borrador' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Borrador/ })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Maderas Sanz');
  await expect(rowOf(page, 'MAR-1')).toBeVisible();
  await expect(rowOf(page, 'BAL-1')).toBeVisible();
});

test('one click on a product or an alert makes the draft, and asks first whom to buy from', async ({ stockroom }) => {
  const buying = new Buying(stockroom);
  const supplier = await buying.supplier('Tornillos Rey');
  const screw = await buying.wanted('Tuerca', 'TUE-1');
  await buying.forecastWants(1);
  const page = await stockroom.visit(`/productos/${screw.idProduct}`);
  await page.getByRole('button', { name: 'Pedir', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Crear pedidos' });
  await field(dialog, 'Proveedor de Tuerca').fill('Tor');
  await page.getByRole('option', { name: supplier.name }).click();
  await dialog.getByRole('button', { name: 'Crear 1 borrador' }).click();
  await expect(page).toHaveURL(/\/compras\/\d+$/);
  await expect(rowOf(page, 'TUE-1')).toBeVisible();

  await page.goto('/alertas-stock');
  await page.getByRole('button', { name: 'Pedir Tuerca' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Borrador/ })).toBeVisible();
  await expect(toasts(page)).toContainText('Tuerca, a Tornillos Rey');
  await expect(page.getByRole('main')).toContainText('Desde la previsión');

  await page.goto('/alertas-stock');
  await page.getByRole('link', { name: 'Tuerca' }).click();
  await page.getByRole('button', { name: 'Pedir', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Borrador/ })).toBeVisible();
});

test('who may not buy sees no way to order', async ({ stockroom }) => {
  const buying = new Buying(stockroom);
  const product = await buying.wanted('Clavo', 'CLA-1');
  await buying.forecastWants(1);
  const seller = await stockroom.shop.newAccount({ role: 'Vendedor' });
  const page = await stockroom.visit('/prevision-stock', { as: seller });
  await settled(page);
  await expect(page.getByRole('button', { name: 'Crear pedidos' })).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  for (const path of ['/alertas-stock', `/productos/${product.idProduct}`]) {
    await page.goto(path);
    await settled(page);
    await expect(page.getByRole('button', { name: /^Pedir/ })).toHaveCount(0);
  }
});

test('what keeps one of several purchases from leaving is said beside it, and none leaves', async ({ stockroom }) => {
  const buying = new Buying(stockroom);
  const { shop } = stockroom;
  const product = await stockroom.product({ name: 'Clavo', sku: 'CLA-1' });
  for (const [name, email] of [
    ['Con email', 'a@example.com'],
    ['Sin email', ''],
  ]) {
    const supplier = await buying.supplier(name ?? '', email === '' ? {} : { email: email ?? '' });
    const body = { supplierId: supplier.id, lines: [{ productId: product.idProduct, quantity: 5 }] };
    await shop.as(shop.admin, { method: 'POST', path: '/api/purchases/', body });
  }
  const page = await stockroom.visit('/compras');
  await page.getByRole('checkbox', { name: 'Seleccionar los borradores de esta página' }).check();
  await page.getByRole('region', { name: 'Selección' }).getByRole('button', { name: 'Enviar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enviar 2 compras' });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  wire(page).expectRefusal('POST /api/purchases/send/', 400);
  await dialog.getByRole('button', { name: 'Enviar 2 compras' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Sin email' })).toContainText(
    'El proveedor no tiene email',
  );
  await expect(dialog).toContainText('No se ha enviado ninguna');
  await dialog.getByRole('radio', { name: 'Ya enviado' }).check();
  await dialog.getByRole('button', { name: 'Enviar 2 compras' }).click();
  await expect(toasts(page)).toContainText('2 compras enviadas');
  await expect(page.getByRole('region', { name: 'Selección' })).toHaveCount(0);
});
