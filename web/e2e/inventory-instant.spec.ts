import type { Page } from '@playwright/test';
import { field, rowOf, toasts } from './support/screen';
import { expect, test } from './support/test';

/** A day of the business, so many before today. */
function day(before: number): string {
  const at = new Date(Date.now() - before * 24 * 60 * 60 * 1000);
  return at.toLocaleDateString('sv-SE', { timeZone: 'Europe/Madrid' });
}

function table(page: Page) {
  return page.getByRole('table', { name: 'Inventario de una fecha' });
}

test('what there was on a day, compared, downloaded and closed', async ({ stockroom }) => {
  const shelf = await stockroom.product({ name: 'Balda', sku: 'C-1', category: 'Madera' });
  await stockroom.entry(shelf, { quantity: 10, unitCost: 2.5 });
  await stockroom.entry(shelf, { quantity: 10, unitCost: 3.5 });
  await stockroom.sell(shelf, 10);
  await stockroom.product({ name: 'Clavo', sku: 'A-2', currentStock: 3 });
  const page = await stockroom.visit('/inventario');
  await page.getByRole('link', { name: 'En una fecha' }).click();
  await expect(rowOf(page, 'Balda')).toContainText('30,00 $');
  await expect(page.getByText(/Huella de los movimientos: [0-9a-f]{64}/)).toBeVisible();
  await page.getByRole('radio', { name: 'FIFO' }).check();
  await expect(rowOf(page, 'Balda')).toContainText('35,00 $');
  await expect(page).toHaveURL(/metodo=fifo/);
  await expect(rowOf(page, 'Clavo')).toContainText('—');

  await field(page, 'Comparar con').fill(day(2));
  const course = page.getByRole('table', { name: 'Qué ha pasado entre las dos fechas' });
  await expect(course.getByRole('row', { name: /Compras y entradas/ })).toContainText('+60,00 $');
  await expect(course.getByRole('row', { name: /Ventas/ })).toContainText('25,00 $');

  await page.getByRole('button', { name: 'Descargar' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Generar' }).click();
  expect((await download).suggestedFilename()).toBe(`inventario_valorado_${day(0)}_fifo.pdf`);
  await expect(toasts(page)).toContainText('Hoja descargada');

  await expect(page.getByRole('button', { name: 'Cerrar ejercicio' })).toBeDisabled();
  await page.goto(`/inventario?fecha=${day(1)}`);
  await page.getByRole('button', { name: 'Cerrar ejercicio' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Prueba de cierre');
  await dialog.getByRole('button', { name: 'Cerrar ejercicio' }).click();
  await expect(toasts(page)).toContainText('Ejercicio cerrado');
  await page.getByRole('button', { name: /^Ver el cierre del/ }).click();
  const closing = page.getByRole('dialog', { name: /^Cierre del/ });
  await expect(closing).toContainText('Los movimientos de entonces siguen diciendo lo mismo.');
  await expect(closing).toContainText('Prueba de cierre');
});

test('who may not know costs sees what there was, and no value', async ({ stockroom }) => {
  const shelf = await stockroom.product({ name: 'Balda', sku: 'C-1' });
  await stockroom.entry(shelf, { quantity: 10, unitCost: 2.5 });
  const viewer = await stockroom.shop.newAccount({ role: 'Consulta' });
  const page = await stockroom.visit(`/inventario?fecha=${day(0)}`, { as: viewer });
  await expect(rowOf(page, 'Balda')).toContainText('10');
  await expect(table(page).getByRole('columnheader', { name: 'Valor' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Cerrar ejercicio' })).toHaveCount(0);
  await expect(page.getByText('$')).toHaveCount(0);
});
