import type { Locator, Page } from '@playwright/test';
import { retry } from './support/screen';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const stats = 'GET /api/products/stats/';
const recent = 'GET /api/movements/recent/';
const calls = [
  stats,
  recent,
  'GET /api/products/',
  'GET /api/products/best-sellers/',
  'GET /api/pedidos/tendencia/',
  'GET /api/pedidos/estadisticas/',
  'GET /api/pedidos/recent/',
  'GET /api/alerts/',
] as const;

function panel(page: Page, name: string): Locator {
  return page.getByRole('region', { name });
}

test('the stock at a glance, as it is at this moment', async ({ stockroom }) => {
  const shelf = await stockroom.product({ name: 'Balda', sku: 'BAL-1', currentStock: 1_200, minStock: 5 });
  const page = await stockroom.visit('/dashboard');
  await expect(page.getByText('Vista general de tu sistema de inventario')).toBeVisible();
  await expect(page.getByText(/^Actualizado a las \d\d:\d\d$/)).toBeVisible();
  const summary = panel(page, 'Resumen');
  await expect(summary).toContainText('Productos en Alerta0');
  await expect(summary).toContainText('Stock Total1.200 uds.en 1 producto');
  const risk = panel(page, 'Top 5 en Riesgo');
  await expect(risk).toContainText('¡Excelente! No hay productos en riesgo');
  await expect(risk).toContainText('Ningún producto ha bajado a su stock mínimo.');

  await stockroom.product({ name: 'Clavo', currentStock: 0, minStock: 3 });
  for (const name of ['Disco', 'Esmeril', 'Fresa', 'Gubia', 'Hacha']) {
    await stockroom.product({ name, sku: `${name}-1`, currentStock: 2, minStock: 4 });
  }
  await stockroom.sell(shelf, 30);
  await expect(summary).toContainText('Productos en Alerta6');
  await expect(summary).toContainText('5 bajo stock');
  await expect(summary).toContainText('1 sin stock');
  await expect(summary).toContainText('Stock Total1.180 uds.en 7 productos');
  await expect(risk.getByRole('listitem')).toHaveCount(5);
  await expect(risk.getByRole('listitem').first()).toContainText('Clavo');
  await expect(risk.getByRole('listitem').first()).toContainText('0 / 3');
  await expect(risk.getByRole('listitem').nth(1)).toContainText('Disco-1');
  await expect(risk.getByRole('listitem').nth(1)).toContainText('2 / 4');

  const movements = panel(page, 'Movimientos de Stock');
  await expect(movements.getByRole('listitem')).toHaveCount(4);
  await expect(movements.getByRole('listitem').first()).toHaveText(/^BaldaSalida · Carmen Ibáñez−30\d\d:\d\d$/);
  await expect(movements.getByRole('listitem').nth(1)).toHaveText(/^HachaEntrada · Carmen Ibáñez\+2\d\d:\d\d$/);
  const asked = page.waitForRequest((request) => request.url().includes('/api/products/stats/'));
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await asked;
  await summary.getByRole('link', { name: '1 sin stock' }).click();
  await expect(page).toHaveURL('/productos?stock=sin');
  await page.goBack();
  await risk.getByRole('link', { name: 'Ver productos' }).click();
  await expect(page).toHaveURL('/productos?orden=currentStock');
  await page.goBack();
  await risk.getByRole('link', { name: 'Clavo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clavo' })).toBeVisible();
});

test('a shop without anything says how to begin', async ({ stockroom }) => {
  const viewer = await stockroom.shop.newAccount({ role: 'Consulta' });
  const readOnly = await stockroom.visit('/dashboard', { as: viewer });
  await expect(
    readOnly.getByText('Cuando alguien dé de alta el primer producto, aquí verás qué falta y qué se mueve.'),
  ).toBeVisible();
  await expect(readOnly.getByRole('link', { name: 'Nuevo Producto' })).toHaveCount(0);
  const page = await stockroom.visit('/dashboard');
  await expect(page.getByRole('heading', { name: 'Todavía no hay nada que resumir' })).toBeVisible();
  await expect(
    page.getByText(
      'Crea tu primer producto con las unidades que tienes. En cuanto haya stock, aquí verás qué falta y qué se mueve.',
    ),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Nuevo Producto' }).click();
  await expect(page.getByRole('dialog', { name: 'Nuevo Producto' })).toBeVisible();
  await stockroom.product({ name: 'Balda' });
  const movements = panel(readOnly, 'Movimientos de Stock');
  await expect(movements).toContainText('Sin movimientos');
  await expect(movements).toContainText('Aquí verás las últimas entradas y salidas.');
  await expect(movements.getByRole('button', { name: 'Ver todo' })).toHaveCount(0);
});

test('what is on its way says so; what fails says so and can be tried again', async ({ stockroom }) => {
  await stockroom.product({ name: 'Balda', currentStock: 3 });
  const page = await stockroom.visit('/soporte', { clock: true });
  const releases = await Promise.all(calls.map((call) => wire(page).hold(call)));
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  for (const name of [
    'Cargando dashboard...',
    'Cargando pedidos enviados…',
    'Cargando tendencia…',
    'Cargando alertas…',
    'Cargando productos en riesgo…',
    'Cargando más vendidos…',
    'Cargando movimientos…',
    'Cargando pedidos…',
  ]) {
    await expect(page.getByRole('status', { name })).toBeVisible();
  }
  for (const release of releases) await release();
  await expect(panel(page, 'Resumen')).toContainText('Stock Total3 uds.');

  // What was there before stays below the banner.
  await wire(page).answer(stats, { status: 500, body: { detail: 'Contador parado' } });
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await page.clock.runFor(3_000);
  const banner = page.getByRole('alert').filter({ hasText: 'Error al cargar datos' });
  await expect(banner).toContainText(/Contador parado Ves los datos de las \d\d:\d\d\./);
  await expect(panel(page, 'Resumen')).toContainText('Stock Total3 uds.');
  await banner.getByRole('button', { name: 'Cerrar aviso' }).click();
  await expect(banner).toHaveCount(0);

  // One panel fails alone.
  await wire(page).restore(stats);
  await wire(page).answer(recent, { status: 500, body: { detail: 'Libro cerrado' } });
  await page.reload();
  await page.clock.runFor(3_000);
  const movements = panel(page, 'Movimientos de Stock');
  await expect(movements.getByRole('alert')).toContainText('Error al cargar datos');
  await expect(movements.getByRole('alert')).toContainText('Libro cerrado');
  await expect(panel(page, 'Resumen')).toContainText('Stock Total3 uds.');
  await wire(page).restore(recent);
  await retry(movements);
  await expect(movements.getByRole('listitem')).toHaveCount(1);

  for (const call of calls) {
    await wire(page).answer(call, { status: 500, body: { detail: 'Todo parado' } });
  }
  await page.reload();
  await page.clock.runFor(3_000);
  // Once the last part has given up there is one error for all of them.
  await expect(banner).toHaveCount(1);
  await expect(banner).toContainText('Todo parado');
  for (const call of calls) await wire(page).restore(call);
  await retry(page);
  await expect(panel(page, 'Resumen')).toContainText('Stock Total3 uds.');
});

test('orders, their trend, alerts and best sellers follow what happens', async ({ stockroom }) => {
  const shelf = await stockroom.product({ name: 'Balda', sku: 'BAL-1', currentStock: 40, minStock: 5 });
  const page = await stockroom.visit('/dashboard');
  const trend = panel(page, 'Tendencia de pedidos');
  await expect(trend).toContainText('Aún no hay pedidos en este periodo');
  await expect(panel(page, 'Pedidos Recientes')).toContainText('Sin pedidos');
  await expect(panel(page, 'Alertas Activas')).toContainText('Sin alertas');
  await expect(panel(page, 'Top 5 Más Vendidos')).toContainText('Aún no hay ventas');
  const summary = panel(page, 'Resumen');
  await expect(summary).toContainText('Pedidos Enviados Hoy0Ayer a esta hora no había salido ninguno');

  // Everything below arrives without a reload.
  const order = await stockroom.order([[shelf, 38]], { customerName: 'Hotel Mirador' });
  await stockroom.moveOrder(order, 'processing', 'shipped');
  await expect(summary).toContainText('Pedidos Enviados Hoy1');
  await expect(panel(page, 'Pedidos Recientes').getByRole('listitem')).toHaveText(/^Hotel Mirador.*380,00\s€Enviado$/);
  const alert = panel(page, 'Alertas Activas').getByRole('listitem');
  await expect(alert).toContainText('Balda');
  await expect(alert).toContainText('ahora mismo');
  const sellers = panel(page, 'Top 5 Más Vendidos').getByRole('listitem');
  await expect(sellers).toHaveText(/Balda38 uds\.Nuevo$/);

  const chart = trend.getByRole('img', { name: 'Pedidos de los últimos 30 días: 1 pedido en total' });
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(trend.locator('[aria-live]')).toContainText('1Media de 7 días: 0,1');
  await trend.getByRole('radio', { name: '7 días' }).check({ force: true });
  await expect(trend.getByRole('img', { name: 'Pedidos de los últimos 7 días: 1 pedido en total' })).toBeVisible();
  await panel(page, 'Pedidos Recientes').getByRole('link', { name: 'Hotel Mirador' }).click();
  await expect(page).toHaveURL(`/pedidos/${order.id}`);
  await page.goBack();
  await panel(page, 'Alertas Activas').getByRole('link', { name: 'Ver todas' }).click();
  await expect(page).toHaveURL('/alertas-stock');
});
