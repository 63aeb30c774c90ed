import type { Page } from '@playwright/test';
import { rowOf } from './support/screen';
import { settled } from './support/screens';
import { expect, test } from './support/test';
import { wire } from './support/wire';

/** A retry after a lost line may wait this long. */
const catchUpMs = 20_000;

async function open(page: Page, path: string) {
  await page.goto(path);
  await settled(page);
}

test('what one does, the other sees on every list, card and bell', async ({ stockroom }) => {
  test.slow();
  const lamp = await stockroom.product({ name: 'Lámpara', sku: 'LAM-1', currentStock: 30, minStock: 10 });
  const theirs = await stockroom.visit('/dashboard', {
    as: await stockroom.shop.newAccount({ role: 'Encargado' }),
  });
  const mine = await stockroom.visit('/productos');
  await settled(theirs);

  // A sale in one browser: the card, the movements and the bell of the other.
  await mine.getByRole('button', { name: 'Ajustar stock de Lámpara' }).click();
  const form = mine.getByRole('dialog', { name: 'Ajustar stock' });
  await form.getByRole('radio', { name: 'Quitar Stock' }).click();
  await form.getByLabel('Cantidad').fill('28');
  await form.getByLabel('Razón').selectOption('Venta realizada');
  await form.getByRole('button', { name: 'Guardar ajuste' }).click();
  const summary = theirs.getByRole('region', { name: 'Resumen' });
  await expect(summary).toContainText('Stock Total2 uds.');
  await expect(summary).toContainText('Productos en Alerta1');
  await expect(theirs.getByRole('region', { name: 'Movimientos de Stock' })).toContainText('−28');
  await expect(theirs.getByRole('region', { name: 'Alertas Activas' })).toContainText('Lámpara');
  await expect(theirs.getByRole('banner').getByRole('button', { name: /^Notificaciones, 1/ })).toBeVisible();

  await open(theirs, '/alertas-stock');
  const other = await stockroom.product({ name: 'Pila', currentStock: 4, minStock: 6 });
  await expect(rowOf(theirs, 'Pila')).toBeVisible();

  await open(theirs, '/pedidos');
  await stockroom.order([[other, 1]], { customerName: 'Berta Sanz' });
  await expect(rowOf(theirs, 'Berta Sanz')).toBeVisible();

  await open(theirs, '/entrada-stock');
  await stockroom.entry(lamp, { quantity: 40 });
  await expect(rowOf(theirs, 'Lámpara')).toContainText('2 → 42');

  await open(theirs, '/inventario');
  await stockroom.sell(lamp, 1);
  await expect(rowOf(theirs, 'Lámpara')).toContainText('41');

  // What administrators look after, beside what everybody does.
  const { shop } = stockroom;
  await open(mine, '/configuracion?seccion=usuarios');
  const seller = await shop.newAccount({ role: 'Vendedor', firstName: 'Remedios' });
  await expect(rowOf(mine, 'Remedios')).toContainText('Vendedor');

  await open(mine, '/soporte/tickets');
  const ticket = {
    subject: 'Etiquetas torcidas',
    category: 'problem',
    priority: 'normal',
    message: 'Salen a la izquierda',
  };
  await shop.as(seller, { method: 'POST', path: '/api/tickets/', body: ticket });
  await expect(mine.getByRole('main')).toContainText('Etiquetas torcidas');

  await open(mine, '/inventario?tab=recuentos');
  await shop.as(shop.admin, { method: 'POST', path: '/api/stocktakes/', body: {} });
  await expect(rowOf(mine, 'Recuento #1')).toContainText('Abierto');
});

test('news takes away neither the place, nor the focus, nor what is being typed', async ({ stockroom }) => {
  const shelves = await stockroom.products(20, { currentStock: 50 });
  const [first] = shelves;
  if (!first) throw new Error('there is no product');
  const page = await stockroom.visit('/productos?orden=sku', { viewport: { width: 1280, height: 600 } });
  await settled(page);
  const last = rowOf(page, 'Producto 020');
  await last.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(0);
  await last.getByRole('button', { name: /^Ajustar stock/ }).focus();
  await stockroom.sell(first, 7);
  await expect(rowOf(page, 'Producto 001')).toContainText('43');
  expect(await page.evaluate(() => window.scrollY)).toBe(place);
  await expect(last.getByRole('button', { name: /^Ajustar stock/ })).toBeFocused();

  await page.keyboard.press('Enter');
  const notes = page.getByRole('dialog', { name: 'Ajustar stock' }).getByLabel(/^Notas/);
  await notes.pressSequentially('Caja abierta en el mue');
  await stockroom.sell(first, 3);
  // The table lies behind the dialog, where roles do not reach.
  await expect(page.getByText('40', { exact: true }).first()).toBeAttached();
  await page.keyboard.type('lle 4');
  await expect(notes).toHaveValue('Caja abierta en el muelle 4');
  await expect(notes).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();

  // What happened while the line was down is there when it is back.
  wire(page).expectSilence();
  await page.context().setOffline(true);
  await stockroom.sell(first, 5);
  await page.context().setOffline(false);
  await expect(rowOf(page, 'Producto 001')).toContainText('35', { timeout: catchUpMs });
});
