import type { Locator, Page } from '@playwright/test';
import { expectGuarded, expectOptions, field, rowOf, toasts } from './support/screen';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const bulk = 'POST /api/products/bulk/';

function bar(page: Page): Locator {
  return page.getByRole('region', { name: 'Selección' });
}

async function select(page: Page, ...names: string[]) {
  for (const name of names) await page.getByRole('checkbox', { name: `Seleccionar ${name}` }).check();
}

test('rows are chosen one by one, by the page and across pages', async ({ stockroom }) => {
  await stockroom.products(12);
  const page = await stockroom.visit('/productos?porPagina=10&orden=name');
  await expect(bar(page)).toHaveCount(0);
  await select(page, 'Producto 001');
  await expect(bar(page)).toContainText('1 seleccionado');
  const all = page.getByRole('checkbox', { name: 'Seleccionar los productos de esta página' });
  await expect(all).toHaveJSProperty('indeterminate', true);
  await all.check();
  await expect(bar(page)).toContainText('10 seleccionados');
  await page.getByRole('link', { name: 'Página 2' }).click();
  await select(page, 'Producto 011');
  await expect(bar(page)).toContainText('11 seleccionados');
  await expect(bar(page).getByRole('button', { name: 'Estado' })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Quitar la selección' }).click();
  await expect(bar(page)).toHaveCount(0);

  await page.getByRole('radio', { name: 'Tarjetas' }).check();
  await select(page, 'Producto 012');
  await expect(bar(page)).toContainText('1 seleccionado');
  // On a phone it stays in sight, however far down one goes on choosing.
  await page.getByRole('link', { name: 'Página 1' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Editar Producto 010' }).scrollIntoViewIfNeeded();
  await select(page, 'Producto 010');
  await expect(bar(page)).toContainText('2 seleccionados');
  await expect(bar(page)).toBeInViewport({ ratio: 1 });
});

test('status, category and minimum change for all of them, and back', async ({ stockroom }) => {
  await stockroom.product({ name: 'Balda', category: 'Madera', minStock: 1, currentStock: 3 });
  await stockroom.product({ name: 'Clavo', category: 'Metal', currentStock: 3 });
  await stockroom.product({ name: 'Disco', currentStock: 3 });
  const page = await stockroom.visit('/productos');
  await select(page, 'Balda', 'Clavo');

  await bar(page).getByRole('button', { name: 'Estado' }).click();
  const status = page.getByRole('dialog', { name: 'Cambiar el estado de 2 productos' });
  await expectOptions(status.getByLabel('Estado'), [
    'Elige un estado',
    'Activo',
    'Inactivo',
    'Descontinuado',
    'Sin Stock',
  ]);
  await status.getByRole('button', { name: 'Aplicar' }).click();
  await expect(status.getByLabel('Estado')).toHaveAccessibleDescription('Elige un estado');
  await status.getByLabel('Estado').selectOption('Descontinuado');
  await wire(page).answer(bulk, { status: 500, body: { detail: 'Demasiado peso' } });
  await status.getByRole('button', { name: 'Aplicar' }).click();
  await expect(status.getByRole('alert')).toHaveText('No se pudieron cambiar los productosDemasiado peso');
  await expectGuarded(page, () => page.keyboard.press('Escape'), status);
  await wire(page).restore(bulk);
  const release = await wire(page).hold(bulk);
  await page.keyboard.press('Control+Enter');
  await expect(status.getByRole('button', { name: 'Aplicando…' })).toBeVisible();
  await release();
  await expect(toasts(page)).toContainText('2 productos cambiados');
  await expect(bar(page)).toHaveCount(0);
  await expect(rowOf(page, 'Balda')).toContainText('Descontinuado');
  await expect(rowOf(page, 'Disco')).toContainText('En stock');
  await toasts(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(toasts(page)).toContainText('Cambio deshecho');
  await expect(rowOf(page, 'Balda')).toContainText('En stock');

  await select(page, 'Balda', 'Clavo', 'Disco');
  await bar(page).getByRole('button', { name: 'Categoría' }).click();
  const category = page.getByRole('dialog', { name: 'Cambiar la categoría de 3 productos' });
  await expect(field(category, 'Categoría')).toHaveAccessibleDescription(
    'Elige una o escribe una nueva. Vacía, los productos quedan sin categoría.',
  );
  await field(category, 'Categoría').fill('Jardín');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('cell', { name: 'Jardín' })).toHaveCount(3);
  await toasts(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(rowOf(page, 'Balda')).toContainText('Madera');
  await expect(rowOf(page, 'Clavo')).toContainText('Metal');

  await select(page, 'Balda');
  await bar(page).getByRole('button', { name: 'Mínimo' }).click();
  const minimum = page.getByRole('dialog', { name: 'Cambiar el stock mínimo de 1 producto' });
  const amount = field(minimum, 'Stock mínimo');
  await expect(amount).toHaveAccessibleDescription('Vacío, los productos quedan sin mínimo.');
  await amount.fill('-4');
  await minimum.getByRole('button', { name: 'Aplicar' }).click();
  await expect(amount).toHaveAccessibleDescription('El stock mínimo no puede ser negativo');
  await amount.fill('7');
  await minimum.getByRole('button', { name: 'Aplicar' }).click();
  await expect(toasts(page)).toContainText('1 producto cambiado');
  await expect(rowOf(page, 'Balda')).toContainText('mín. 7');
  await wire(page).answer(bulk, { status: 500, body: { detail: 'Ya no' } });
  await toasts(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(toasts(page)).toContainText('No se pudo deshacer el cambio');
  await expect(toasts(page)).toContainText('Ya no');
});

test('several products are deleted and brought back together', async ({ stockroom }) => {
  await stockroom.products(3, { currentStock: 2 });
  const page = await stockroom.visit('/productos');
  await select(page, 'Producto 001', 'Producto 002');
  await bar(page).getByRole('button', { name: 'Eliminar' }).click();
  const question = page.getByRole('alertdialog', { name: '¿Eliminar 2 productos?' });
  await expect(question).toContainText(
    'Saldrán de todas las listas y sus SKU quedarán libres. Sus movimientos y pedidos se conservan.',
  );
  await wire(page).answer(bulk, { status: 500, body: { detail: 'Se ha atascado' } });
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(question.getByRole('alert')).toHaveText('No se pudieron cambiar los productos. Se ha atascado');
  await wire(page).restore(bulk);
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('1 producto en total')).toBeVisible();
  await expect(toasts(page)).toContainText('2 productos eliminados');
  await expect(bar(page)).toHaveCount(0);
  await toasts(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(toasts(page)).toContainText('Cambio deshecho');
  await expect(page.getByText('3 productos en total')).toBeVisible();
  await expect(rowOf(page, 'Producto 001')).toContainText('2');
});
