import type { Locator, Page } from '@playwright/test';
import { expectOptions, field, figure, retry, rowOf, toasts } from './support/screen';
import { settled } from './support/screens';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const list = 'GET /api/alerts/';

function counters(page: Page): Locator {
  return page.getByRole('region', { name: 'Cuántas alertas hay' });
}

function rows(page: Page): Locator {
  return page
    .getByRole('table', { name: 'Alertas' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
}

async function expectCounters(page: Page, [out, critical, low, resolved]: number[]) {
  await expect(figure(counters(page), 'Sin Stock')).toHaveText(`Sin Stock${out}`);
  await expect(figure(counters(page), 'Críticas')).toHaveText(`Críticas${critical}`);
  await expect(figure(counters(page), 'Bajas')).toHaveText(`Bajas${low}`);
  await expect(figure(counters(page), 'Resueltas')).toHaveText(`Resueltas${resolved}`);
}

test('alerts come by themselves, the worst on top, and go when stock comes', async ({ stockroom }) => {
  const page = await stockroom.visit('/alertas-stock');
  await expect(page.getByRole('heading', { name: 'No hay alertas' })).toBeVisible();
  const few = await stockroom.product({ name: 'Broca', sku: 'BRO-1', currentStock: 40, minStock: 5 });
  await stockroom.sell(few, 36);
  await expect(rows(page)).toHaveCount(1);
  const none = await stockroom.product({ name: 'Álamo', sku: 'ALA-1', currentStock: 0 });
  await expect(rows(page)).toHaveText([/Álamo.*Sin Stock/, /Broca.*Crítica/]);
  await expectCounters(page, [1, 1, 0, 0]);
  await expect(page.getByRole('main')).toContainText('2 avisos abiertos');
  await expect(rowOf(page, 'BRO-1')).toContainText('4mín. 5');

  await expectOptions(field(page.getByRole('main'), 'Nivel'), [
    'Todos los niveles',
    'Sin Stock',
    'Crítica',
    'Baja',
    'Retrasada',
  ]);
  await field(page.getByRole('main'), 'Nivel').selectOption('Crítica');
  await expect(rows(page)).toHaveText([/Broca/]);
  await expect(page).toHaveURL('/alertas-stock?nivel=critical');
  await page.reload();
  await expect(rows(page)).toHaveText([/Broca/]);
  await page.getByPlaceholder('Buscar por nombre o SKU...').fill('alamo');
  await expect(page.getByText('Ninguna alerta coincide con los filtros aplicados.')).toBeVisible();
  await page.getByRole('button', { name: 'Limpiar Todo' }).first().click();
  await expect(rows(page)).toHaveCount(2);

  await stockroom.entry(none, { quantity: 80 });
  await expect(rows(page)).toHaveText([/Broca/]);
  await expectCounters(page, [0, 1, 0, 1]);
  await page.getByRole('button', { name: /^Resueltas/ }).click();
  await expect(rows(page)).toHaveText([/Álamo.*Resuelta/]);
  await expect(page).toHaveURL('/alertas-stock?estado=resueltas');
  await page.getByRole('button', { name: /^Resueltas/ }).click();
  await expect(rows(page)).toHaveText([/Broca/]);
});

test('a purchase that should have come is an alert that leads to it, until it comes', async ({ stockroom }) => {
  const { shop } = stockroom;
  const post = <Made>(path: string, body: unknown) => shop.as<Made>(shop.admin, { method: 'POST', path, body });
  const shelf = await stockroom.product({ name: 'Balda', sku: 'BAL-1', currentStock: 90 });
  const supplier = await post<{ id: number }>('/api/suppliers/', { name: 'Maderas Sanz' });
  const lines = [{ productId: shelf.idProduct, quantity: 4, packUnits: 1 }];
  const { id } = await post<{ id: number }>('/api/purchases/', {
    supplierId: supplier.id,
    expectedOn: '2024-02-29',
    lines,
  });
  await post(`/api/purchases/${id}/send/`, { by: 'hand' });

  const page = await stockroom.visit('/alertas-stock');
  const main = page.getByRole('main');
  await expect(figure(counters(page), 'Compras Retrasadas')).toHaveText('Compras Retrasadas1');
  await field(main, 'Nivel').selectOption('Retrasada');
  await expect(page).toHaveURL('/alertas-stock?nivel=late');
  await expect(rows(page)).toHaveText([/PC-\d{4}-0001 · Maderas Sanz.*Retrasada/]);
  await page.getByPlaceholder('Buscar por nombre o SKU...').fill('sanz');
  await rows(page)
    .getByRole('link', { name: /Maderas Sanz/ })
    .click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(/^Compra retrasada: PC-\d{4}-0001 · Maderas Sanz$/);
  await expect(main).toContainText('Se esperaba el 29/02/2024 y quedan 4 unidades por recibir.');
  await main.getByRole('link', { name: 'Ver compra' }).click();
  await expect(page).toHaveURL(`/compras/${id}`);

  await post(`/api/purchases/${id}/receive/`, { lines: [{ productId: shelf.idProduct, accepted: 4 }] });
  await page.goto('/alertas-stock?estado=resueltas');
  await expect(rows(page)).toHaveText([/Maderas Sanz.*Resuelta/]);
  await expect(figure(counters(page), 'Compras Retrasadas')).toHaveText('Compras Retrasadas0');
});

test('an alert is noted, snoozed and resolved', async ({ stockroom }) => {
  await stockroom.product({ name: 'Martillo', sku: 'MAR-1', currentStock: 0 });
  const page = await stockroom.visit('/alertas-stock');
  await page.getByRole('button', { name: 'Añadir nota a Martillo' }).click();
  const note = page.getByRole('dialog', { name: 'Añadir nota' });
  await expect(note.getByRole('button', { name: 'Guardar' })).toBeDisabled();
  await field(note, 'Nota').fill('   ');
  await expect(note.getByRole('button', { name: 'Guardar' })).toBeDisabled();
  await field(note, 'Nota').fill('Pedido al proveedor');
  await note.getByRole('button', { name: 'Guardar' }).click();
  await expect(toasts(page)).toContainText('Nota guardada');
  await expect(rowOf(page, 'MAR-1')).toContainText('1 notaPedido al proveedor');

  await page.getByRole('button', { name: 'Más acciones de Martillo' }).click();
  await page.getByRole('menuitem', { name: 'Posponer' }).click();
  const snooze = page.getByRole('dialog', { name: 'Posponer la alerta' });
  await expectOptions(field(snooze, 'Durante'), ['1 día', '3 días', '1 semana', '1 mes']);
  await snooze.getByRole('button', { name: 'Posponer' }).click();
  await expect(toasts(page)).toContainText('Alerta pospuesta');
  await expect(page.getByRole('heading', { name: 'No hay alertas' })).toBeVisible();
  await page.getByRole('button', { name: /^Pospuestas/ }).click();
  await expect(rowOf(page, 'MAR-1')).toContainText('Pospuesta');

  await page.getByRole('link', { name: 'Martillo' }).click();
  await expect(page).toHaveURL(/\/alertas-stock\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sin stock: Martillo');
  await page.getByRole('button', { name: 'Dejar de posponer' }).click();
  await expect(page.getByRole('button', { name: 'Posponer', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Notas' })).toContainText(/Carmen Ibáñez.*Pedido al proveedor/);
  await expect(page.getByRole('region', { name: 'Situación' })).toContainText('No queda ninguna unidad.');
  await page.getByRole('button', { name: 'Marcar como resuelta' }).click();
  const question = page.getByRole('alertdialog', { name: '¿Marcar como resuelta la alerta de «Martillo»?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Marcar como resuelta' }).click();
  await question.getByRole('button', { name: 'Marcar como resuelta' }).click();
  await expect(toasts(page)).toContainText('Alerta resuelta');
  await expect(page.getByRole('main')).toContainText('Resuelta');
  const story = page.getByRole('region', { name: 'Qué ha pasado' });
  await expect(story).toContainText('PorCarmen Ibáñez');
  await expect(story).toContainText('Se marcó como resuelta');
  await expect(page.getByRole('button', { name: 'Marcar como resuelta' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Martillo' }).click();
  const alerts = page.getByRole('region', { name: 'Alertas' });
  await expect(alerts).toContainText(/Resuelta el .* por Carmen Ibáñez · 1 nota/);
  wire(page).expectRefusal('GET /api/alerts/999999/', 404);
  await page.goto('/alertas-stock/999999');
  await expect(page.getByRole('heading', { name: 'Esta alerta no existe' })).toBeVisible();
});

test('stock is put right from the alert, and the bell leads to it', async ({ stockroom }) => {
  const page = await stockroom.visit('/dashboard');
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notificaciones/ });
  const nail = await stockroom.product({ name: 'Clavo', sku: 'CLA-1', currentStock: 30, minStock: 3 });
  await stockroom.product({ name: 'Tuerca', sku: 'TUE-1', currentStock: 0 });
  await stockroom.order([[nail, 34]]);
  const panel = page.getByRole('region', { name: 'Alertas Activas' });
  await expect(panel.getByRole('listitem')).toHaveText([
    /Sin stock: Tuerca/,
    /Faltan unidades: Clavo.*les faltan 4 unidades/,
  ]);
  await expect(bell).toHaveAccessibleName('Notificaciones, 2 sin leer');
  await bell.click();
  await page.getByRole('dialog').getByRole('link', { name: 'Faltan unidades: Clavo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Faltan unidades: Clavo');
  await expect(bell).toHaveAccessibleName('Notificaciones, 1 sin leer');

  await page.getByRole('link', { name: 'Nueva Entrada' }).click();
  const entry = page.getByRole('dialog', { name: 'Nueva entrada' });
  await expect(entry.getByRole('combobox', { name: 'Producto' }).first()).toHaveValue(/Clavo/);
  await field(entry, 'Cantidad').fill('4');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL('/entrada-stock');
  expect(await stockroom.read(nail)).toMatchObject({ currentStock: 34, shortage: 0 });

  await page.goto('/alertas-stock');
  await expect(rows(page)).toHaveText([/Tuerca/]);
  await page.getByRole('button', { name: 'Ajustar stock de Tuerca' }).click();
  const adjust = page.getByRole('dialog', { name: 'Ajustar stock' });
  await field(adjust, 'Cantidad').fill('50');
  await field(adjust, 'Razón').selectOption('Restock');
  await adjust.getByRole('button', { name: 'Guardar ajuste' }).click();
  await expect(toasts(page)).toContainText('¡Stock ajustado exitosamente!');
  await expect(page.getByRole('heading', { name: 'No hay alertas' })).toBeVisible();
  await expectCounters(page, [0, 0, 0, 2]);
});

test('who may only look sees alerts and changes nothing', async ({ stockroom }) => {
  await stockroom.product({ name: 'Sierra', sku: 'SIE-1', currentStock: 2 });
  const viewer = await stockroom.shop.newAccount({ role: 'Consulta' });
  const page = await stockroom.visit('/alertas-stock', { as: viewer });
  await expect(rows(page)).toHaveText([/Sierra.*Crítica/]);
  for (const name of [/Ajustar/, /Añadir nota/, /Marcar como resuelta/]) {
    await expect(page.getByRole('main').getByRole('button', { name })).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Sierra' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stock crítico: Sierra');
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
});

test('a list that does not come says so and keeps what it had; cards on a phone', async ({ stockroom }) => {
  await stockroom.product({ name: 'Lija', sku: 'LIJ-1', currentStock: 0 });
  const page = await stockroom.visit('/alertas-stock', { viewport: { width: 390, height: 844 } });
  await settled(page);
  const card = page.getByRole('listitem').filter({ hasText: 'LIJ-1' });
  await expect(card).toContainText('No queda ninguna unidad.');
  await expect(card.getByRole('button', { name: 'Marcar como resuelta: Lija' })).toBeVisible();
  await wire(page).answer(list, { status: 500, body: { detail: 'Se ha roto' } });
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await expect(page.getByRole('alert')).toContainText('Error al cargar datos');
  await expect(card).toBeVisible();
  await wire(page).restore(list);
  await retry(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
