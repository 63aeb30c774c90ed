import type { Locator, Page } from '@playwright/test';
import { day, expectOptions, retry, rowOf, toasts } from './support/screen';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const address = '/inventario?tab=movimientos';
const list = 'GET /api/movements/';

function table(page: Page): Locator {
  return page.getByRole('table', { name: 'Movimientos de stock' });
}

function names(page: Page): Locator {
  return table(page).locator('tbody').getByRole('link');
}

function filters(page: Page): Locator {
  return page.getByRole('region', { name: 'Movimientos de stock' });
}

test('every movement says what, how many, why, from where, who and when', async ({ stockroom }) => {
  const seller = await stockroom.shop.newAccount({ role: 'Vendedor', firstName: 'Ñoño', lastName: 'Zúñiga' });
  const product = await stockroom.product({ name: 'Balda', sku: 'BAL-1' });
  await stockroom.adjust(product, { type: 'in', quantity: 20, reason: 'restock', notes: 'Albarán 7' });
  await stockroom.adjust(product, { type: 'out', quantity: 6, reason: 'damage' }, seller);
  const entry = await stockroom.entry(product, { quantity: 4, entryType: 'return' });
  const page = await stockroom.visit(address);
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Producto',
    'Tipo',
    'Cantidad',
    'Stock',
    'Motivo',
    'Origen',
    'Usuario',
    'Fecha',
    'Acciones',
  ]);
  // The newest is on top.
  await expect(table(page).locator('tbody').getByRole('row')).toHaveText([
    /BaldaBAL-1Entrada\+414 → 18Devolución de clienteEntradaCarmen Ibáñez/,
    /BaldaBAL-1Salida−620 → 14Producto dañadoManualÑoño Zúñiga/,
    /BaldaBAL-1Entrada\+200 → 20RestockAlbarán 7ManualCarmen Ibáñez\d\d\/\d\d\/\d{4}\d\d:\d\d/,
  ]);
  await table(page).getByRole('link', { name: 'Entrada' }).click();
  await expect(page.getByRole('dialog', { name: `Detalles de la Entrada #${entry.id}` })).toBeVisible();
  await page.goBack();
  await names(page).filter({ hasText: 'Balda' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Balda' })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address);
  const card = page.getByRole('list', { name: 'Movimientos de stock' }).getByRole('listitem').last();
  await expect(card).toContainText('Albarán 7');
  await expect(card).toContainText('0 → 20');
});

test('filters by search, type, user and dates, all of them in the address', async ({ stockroom }) => {
  const seller = await stockroom.shop.newAccount({ role: 'Vendedor', firstName: 'Ñoño', lastName: 'Zúñiga' });
  const shelf = await stockroom.product({ name: 'Balda', sku: 'BAL-1', currentStock: 5 });
  const nail = await stockroom.product({ name: 'Clavo', sku: 'CLA-1', currentStock: 5 });
  await stockroom.adjust(nail, { type: 'out', quantity: 2, reason: 'sale' }, seller);
  await stockroom.sell(shelf, 1);
  const page = await stockroom.visit(address);
  await expect(names(page)).toHaveText(['Balda', 'Clavo', 'Clavo', 'Balda']);
  const search = page.getByRole('searchbox', { name: 'Buscar movimientos' });
  await expect(search).toHaveAttribute('placeholder', 'Buscar por producto o SKU…');
  await search.fill('CLÁ');
  await expect(names(page)).toHaveText(['Clavo', 'Clavo']);
  await search.fill('bal-1');
  await expect(names(page)).toHaveText(['Balda', 'Balda']);
  await page.getByRole('button', { name: 'Borrar la búsqueda' }).click();

  const type = filters(page).getByLabel('Tipo');
  await expectOptions(type, ['Todos los tipos', 'Entrada', 'Salida']);
  await type.selectOption('Salida');
  await expect(names(page)).toHaveText(['Balda', 'Clavo']);
  const user = filters(page).getByRole('searchbox', { name: 'Usuario' });
  await expect(user).toHaveAttribute('placeholder', 'Cualquier usuario');
  await user.fill('zuniga');
  await expect(names(page)).toHaveText(['Clavo']);
  await filters(page).getByLabel('Desde').fill(day(-1));
  await filters(page).getByLabel('Hasta').fill(day(1));
  await expect(names(page)).toHaveText(['Clavo']);
  await expect(page).toHaveURL(/tipo=salida.*usuario=zuniga.*desde=.*hasta=/);
  await page.reload();
  await expect(type).toHaveValue('salida');
  await expect(user).toHaveValue('zuniga');
  await expect(filters(page).getByLabel('Desde')).toHaveValue(day(-1));
  await expect(names(page)).toHaveText(['Clavo']);

  await filters(page).getByLabel('Hasta').fill('');
  await filters(page).getByLabel('Desde').fill(day(2));
  await expect(page.getByRole('heading', { name: 'Ningún movimiento coincide con los filtros' })).toBeVisible();
  await expect(page.getByText('Prueba con otro producto o usuario, o amplía las fechas.')).toBeVisible();
  await filters(page).getByRole('button', { name: 'Limpiar Todo' }).last().click();
  await expect(names(page)).toHaveCount(4);
  await user.fill('nadie');
  await expect(names(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Quitar el usuario' }).click();
  await expect(names(page)).toHaveCount(4);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Filtros', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Filtros' });
  await sheet.getByLabel('Tipo').selectOption('Entrada');
  await sheet.getByRole('button', { name: 'Ver 2 resultados' }).click();
  await expect(page.getByRole('button', { name: 'Filtros: 1 en uso' })).toBeVisible();
});

test('pages of twenty, and states', async ({ stockroom }) => {
  const page = await stockroom.visit('/inventario', { clock: true });
  const release = await wire(page).hold(list);
  await page.getByRole('link', { name: 'Movimientos' }).click();
  await expect(page.getByRole('status', { name: 'Cargando movimientos…' })).toBeVisible();
  await release();
  await expect(page.getByRole('heading', { name: 'Sin movimientos' })).toBeVisible();
  await expect(
    page.getByText('Cada entrada y cada salida de stock quedará aquí, con quién la hizo y por qué.'),
  ).toBeVisible();
  await stockroom.products(23, { currentStock: 1 });
  await expect(page.getByText('1–20 de 23')).toBeVisible();
  await page.getByRole('link', { name: 'Página 2' }).click();
  await expect(page.getByText('21–23 de 23')).toBeVisible();
  await page.reload();
  await expect(page.getByText('21–23 de 23')).toBeVisible();
  await page.getByLabel('Por página').selectOption('50');
  await expect(page.getByText('1–23 de 23')).toBeVisible();
  // The range is that of what was asked for, and the rows follow.
  await expect(rowOf(page, 'Producto 023')).toBeVisible();

  await wire(page).answer(list, { status: 500, body: { detail: 'Libro cerrado' } });
  await filters(page).getByLabel('Tipo').selectOption('Entrada');
  await page.clock.runFor(3_000);
  const banner = page.getByRole('alert').filter({ hasText: 'Error al cargar datos' });
  await expect(banner).toContainText('Libro cerrado');
  await expect(rowOf(page, 'Producto 023')).toBeVisible();
  await wire(page).restore(list);
  await retry(banner);
  await expect(banner).toHaveCount(0);
});

test('an entry is undone from the list with its document, and comes back', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda' });
  await stockroom.entry(product, { quantity: 8 });
  const page = await stockroom.visit(address);
  const undo = page.getByRole('button', { name: 'Deshacer el movimiento de Balda' });
  await undo.click();
  await expect(toasts(page)).toContainText('Entrada deshecha');
  await expect(toasts(page)).toContainText('Balda: −8 uds.');
  await expect(rowOf(page, '+8')).toContainText('Deshecho');
  await expect(rowOf(page, '−8')).toContainText('8 → 0');
  await expect(undo).toHaveCount(0);
  expect((await stockroom.read(product)).currentStock).toBe(0);

  await toasts(page).getByRole('button', { name: 'Recuperar' }).click();
  await expect(toasts(page)).toContainText('Entrada recuperada');
  await expect(undo).toHaveCount(1);
  expect((await stockroom.read(product)).currentStock).toBe(8);
});

test('an adjustment is undone from the list, once', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda' });
  await stockroom.adjust(product, { type: 'in', quantity: 20, reason: 'restock' });
  const page = await stockroom.visit(address);
  const undo = page.getByRole('button', { name: 'Deshacer el movimiento de Balda' });
  await undo.click();
  await expect(toasts(page)).toContainText('Ajuste deshecho');
  await expect(toasts(page)).toContainText('Balda: vuelve a haber 0 uds.');
  await expect(names(page)).toHaveCount(2);
  await expect(rowOf(page, '+20')).toContainText('Deshecho');
  await expect(rowOf(page, '−20')).toContainText('20 → 0');
  await expect(undo).toHaveCount(0);
  expect((await stockroom.read(product)).currentStock).toBe(0);

  // What was sold meanwhile cannot be given back.
  const { movementId } = await stockroom.adjust(product, { type: 'in', quantity: 5 });
  await stockroom.sell(product, 5);
  await expect(names(page)).toHaveCount(4);
  wire(page).expectRefusal(`POST /api/movements/${movementId}/undo/`, 400);
  wire(page).expectRefusal(`POST /api/movements/${movementId}/undo/`, 409);
  await rowOf(page, '+5').getByRole('button', { name: 'Deshacer el movimiento de Balda' }).click();
  await expect(toasts(page)).toContainText('No se pudo deshacer el ajuste');
  await expect(toasts(page)).toContainText('Stock insuficiente');
});
