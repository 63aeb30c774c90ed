import type { Locator, Page } from '@playwright/test';
import { phone } from './support/axe';
import { field, rowOf, toasts } from './support/screen';
import type { Stockroom } from './support/stockroom';
import { expect, test } from './support/test';
import { wire } from './support/wire';

type Named = { id: number; version: number };

/** What was ordered by hand: a supplier, what it sells, and a purchase that is on its way. */
async function sentPurchase(stockroom: Stockroom, quantity: number): Promise<number> {
  const { shop } = stockroom;
  const post = <Made>(path: string, body: unknown) => shop.as<Made>(shop.admin, { method: 'POST', path, body });
  const shelf = await stockroom.product({ name: 'Balda de roble', sku: 'BAL-1' });
  const supplier = await post<Named>('/api/suppliers/', { name: 'Maderas Sanz' });
  const lines = [{ productId: shelf.idProduct, quantity, packUnits: 1, packPrice: 8.5 }];
  const { id } = await post<Named>('/api/purchases/', { supplierId: supplier.id, lines });
  await post(`/api/purchases/${id}/send/`, { by: 'hand' });
  return id;
}

async function choose(page: Page, box: Locator, text: string, option: RegExp) {
  await box.fill(text);
  await page.getByRole('option', { name: option }).click();
}

async function more(page: Page, entry: string) {
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('from a new supplier to goods on the shelf, and what comes after', async ({ stockroom }) => {
  const nail = await stockroom.product({ name: 'Clavo de acero', sku: 'CLA-1' });
  const page = await stockroom.visit('/proveedores');
  const dialog = page.getByRole('dialog').filter({ has: page.locator('form') });
  const main = page.getByRole('main');

  await page.getByRole('button', { name: 'Nuevo proveedor' }).first().click();
  await field(dialog, 'Nombre').fill('Ferretería Norte');
  await field(dialog, 'Plazo de entrega (días)').fill('5');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ferretería Norte' })).toBeVisible();
  await page.getByRole('button', { name: 'Añadir producto' }).click();
  await choose(page, field(dialog, 'Producto'), 'CLA', /Clavo de acero/);
  await field(dialog, 'Su código').fill('N-100');
  await field(dialog, 'Unidades por envase').fill('12');
  await dialog.getByLabel(/^Precio del envase/).fill('3,6');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(rowOf(page, 'CLA-1')).toContainText('N-100');
  await expect(rowOf(page, 'CLA-1')).toContainText('0,30');

  await page.getByRole('link', { name: 'Nueva compra' }).click();
  await expect(field(dialog, 'Proveedor')).toHaveValue('Ferretería Norte');
  await choose(page, field(dialog, 'Producto'), 'CLA', /Clavo de acero/);
  await expect(field(dialog, 'Uds. envase')).toHaveValue('12');
  await field(dialog, 'Unidades').fill('20');
  await expect(dialog).toContainText('No son envases enteros de 12');
  await field(dialog, 'Unidades').fill('24');
  await expect(dialog).not.toContainText('No son envases enteros');
  await dialog.getByRole('button', { name: 'Guardar borrador' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Borrador/ })).toBeVisible();
  await expect(rowOf(page, 'CLA-1')).toContainText('7,20');

  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(dialog).toContainText('El proveedor no tiene email');
  await dialog.getByRole('radio', { name: 'Ya enviado' }).check();
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expect(toasts(page)).toContainText('Compra enviada');
  await expect(main).toContainText('Enviado');

  await page.getByRole('link', { name: 'Recibir' }).click();
  await page.getByRole('button', { name: 'Ha llegado todo' }).click();
  await expect(main).toContainText('24 uds. entran');
  await field(main, 'Nº de albarán').fill('ALB-77');
  await page.getByRole('button', { name: 'Registrar recepción' }).click();
  await expect(toasts(page)).toContainText('Recepción registrada');
  await expect(main).toContainText('Albarán ALB-77');
  await expect(main.getByText('Recibido', { exact: true }).first()).toBeVisible();
  expect(await stockroom.read(nail)).toMatchObject({ currentStock: 24, cost: 0.3 });

  await page.getByRole('button', { name: 'Añadir gasto' }).click();
  await dialog.getByRole('textbox', { name: /^Importe/ }).fill('2,4');
  await dialog.getByRole('button', { name: 'Añadir', exact: true }).click();
  await expect(toasts(page)).toContainText('Gasto añadido');
  await expect.poll(() => stockroom.read(nail)).toMatchObject({ cost: 0.4 });

  await more(page, 'Devolver al proveedor…');
  await dialog.getByLabel('Unidades de Clavo de acero que se devuelven').fill('4');
  await dialog.getByRole('button', { name: 'Devolver' }).click();
  await expect(toasts(page)).toContainText('Devolución registrada');
  await expect(rowOf(page, 'CLA-1')).toContainText('4 a reponer');
  expect(await stockroom.read(nail)).toMatchObject({ currentStock: 20 });

  await page.goto('/compras/pendiente');
  await expect(rowOf(page, 'CLA-1')).toContainText('4');

  await rowOf(page, 'CLA-1').getByRole('link', { name: 'Clavo de acero' }).click();
  await expect(main.getByRole('link', { name: 'En camino: 4 uds.' })).toBeVisible();
  const suppliers = main.getByRole('region', { name: 'Proveedores' });
  await expect(suppliers).toContainText('Ferretería Norte');
  await expect(suppliers).toContainText('envase de 12 · 5 días');
});

test('what comes in parts is counted on a phone, with what is broken and what is too much', async ({ stockroom }) => {
  const id = await sentPurchase(stockroom, 5);
  const page = await stockroom.visit(`/compras/${id}/recibir`, { viewport: phone.size });
  const main = page.getByRole('main');
  const confirm = page.getByRole('button', { name: 'Registrar recepción' });

  await page.getByRole('button', { name: 'Una más de Balda de roble' }).click();
  await page.getByRole('button', { name: 'Una más de Balda de roble' }).click();
  await page.getByLabel('Unidades de Balda de roble rechazadas').fill('1');
  await expect(main).toContainText('2 uds. entran · 1 rechazada');
  await confirm.click();
  await expect(toasts(page)).toContainText('+2 uds.');
  await expect(main).toContainText('Sin albarán');

  await page.getByRole('link', { name: 'Recibir' }).click();
  await page.getByLabel('Unidades de Balda de roble que llegan').fill('4');
  await expect(main).toContainText('1 de más');
  wire(page).expectRefusal(`POST /api/purchases/${id}/receive/`, 409);
  await confirm.click();
  const question = page.getByRole('alertdialog', { name: 'Ha llegado más de lo pedido' });
  await question.getByRole('button', { name: 'Aceptar el excedente' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Compra/ })).toBeVisible();
  await expect(main.getByText('Recibido', { exact: true }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Deshacer recepción' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer' }).click();
  await expect(toasts(page)).toContainText('Recepción deshecha');
  await expect(page.getByRole('link', { name: 'Recibir' })).toBeVisible();
});

test('who sells receives and sees no money', async ({ stockroom }) => {
  const id = await sentPurchase(stockroom, 3);
  const seller = await stockroom.shop.newAccount({ role: 'Vendedor' });
  const page = await stockroom.visit(`/compras/${id}`, { as: seller });
  const main = page.getByRole('main');
  await expect(rowOf(page, 'BAL-1')).toContainText('3');
  await expect(page.getByRole('columnheader', { name: 'Precio' })).toHaveCount(0);
  await expect(main).not.toContainText('8,50');
  await expect(page.getByRole('button', { name: 'Más acciones' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Recibir' }).click();
  await page.getByRole('button', { name: 'Ha llegado todo' }).click();
  await page.getByRole('button', { name: 'Registrar recepción' }).click();
  await expect(toasts(page)).toContainText('Recepción registrada');
  await expect(main).not.toContainText('25,50');
  await expect(page.getByRole('button', { name: 'Deshacer recepción' })).toHaveCount(0);
});
