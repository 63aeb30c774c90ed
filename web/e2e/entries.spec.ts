import type { Locator, Page } from '@playwright/test';
import { cards, line, newForm, pick } from './support/entry-form';
import { day, expectOptions, field, figure, retry, rowOf, toasts } from './support/screen';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const list = 'GET /api/entries/';

function filters(page: Page): Locator {
  return page.getByRole('region', { name: 'Entradas de stock' });
}

function names(page: Page): Locator {
  return page.getByRole('table', { name: 'Entradas de stock' }).locator('tbody').getByRole('link');
}

test('cards, table and details of what came in', async ({ stockroom }) => {
  const seller = await stockroom.shop.newAccount({ role: 'Vendedor', firstName: 'Ñoño', lastName: 'Zúñiga' });
  const shelf = await stockroom.product({ name: 'Balda', sku: 'BAL-1', currentStock: 1 });
  const nail = await stockroom.product({ name: 'Clavo', sku: 'CLA-1' });
  const bought = await stockroom.entry(shelf, {
    quantity: 20,
    unitCost: 12.5,
    reason: 'Pedido 77',
    notes: 'Dos cajas',
  });
  await stockroom.entry(nail, { quantity: 3, entryType: 'return' }, seller);
  await stockroom.entry(nail, { quantity: 2, entryType: 'adjustment' });
  await stockroom.entry(nail, { quantity: 1, entryType: 'manual' });
  const page = await stockroom.visit('/entrada-stock', { colorScheme: 'light' });
  await expect(page.getByRole('heading', { level: 1, name: 'Entrada de Stock' })).toBeVisible();
  await expect(page.getByText('4 entradas registradas')).toBeVisible();
  await expect(figure(cards(page), 'Total Entradas')).toHaveText('Total Entradas4');
  await expect(figure(cards(page), 'Unidades')).toHaveText('Unidades26');
  await expect(figure(cards(page), 'Valor Total')).toHaveText('Valor Total250,00 $');
  await expect(figure(cards(page), 'Compras')).toHaveText('Compras1');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Producto',
    'Cantidad',
    'Tipo',
    'Motivo',
    'Usuario',
    'Fecha',
    'Valor',
    'Acciones',
  ]);
  await expect(rowOf(page, 'Balda').getByRole('cell')).toHaveText([
    'BaldaBAL-1',
    '+20 uds.1 → 21',
    'Compra',
    'Pedido 77',
    'Carmen Ibáñez',
    /^\d\d\/\d\d\/\d{4}\d\d:\d\d$/,
    '250,00 $12,50 $ / ud.',
    '',
  ]);
  await expect(rowOf(page, 'Devolución').getByRole('cell')).toContainText([
    'Clavo',
    '+3 uds.',
    'Devolución',
    '-',
    'Ñoño Zúñiga',
    '',
    '-',
  ]);
  // Green, blue, orange and grey, beside the word that says the same.
  for (const [type, colour] of [
    ['Compra', 'rgb(20, 97, 59)'],
    ['Devolución', 'rgb(11, 83, 148)'],
    ['Ajuste', 'rgb(148, 55, 10)'],
    ['Manual', 'rgb(70, 87, 101)'],
  ] as const) {
    await expect(page.getByRole('cell', { name: type, exact: true }).locator('span').first()).toHaveCSS(
      'color',
      colour,
    );
  }

  await page.getByRole('button', { name: 'Ver la entrada de Balda' }).click();
  const details = page.getByRole('dialog', { name: `Detalles de la Entrada #${bought.id}` });
  for (const text of [
    'ProductoBalda BAL-1',
    'Cantidad+20 uds.',
    'TipoCompra',
    'Stock anterior1',
    'Stock nuevo21',
    'MotivoPedido 77',
    'UsuarioCarmen Ibáñez',
    'Coste unitario12,50 $',
    'Coste total250,00 $',
    'NotasDos cajas',
  ]) {
    await expect(details).toContainText(text);
  }
  await expect(details).toContainText(/Fecha\d\d\/\d\d\/\d{4}, \d\d:\d\d/);
  await expect(page).toHaveURL(`/entrada-stock?entrada=${bought.id}`);
  const arrived = await wire(page).hold(`GET /api/entries/${bought.id}/`);
  await page.reload();
  await expect(details.getByRole('status', { name: 'Cargando entrada…' })).toBeVisible();
  await arrived();
  await expect(details).toContainText('Pedido 77');
  await details.getByRole('button', { name: 'Editar' }).click();
  await expect(page.getByRole('dialog', { name: `Editar la entrada #${bought.id}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ver la entrada de Balda' }).click();
  await details.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(details).toHaveCount(0);
  await expect(page).toHaveURL('/entrada-stock');

  wire(page).expectRefusal('GET /api/entries/999/', 404);
  await page.goto('/entrada-stock?entrada=999');
  const gone = page.getByRole('dialog', { name: 'Detalles de la Entrada #999' });
  await expect(gone).toContainText('No se pudo cargar la entrada');
  await expect(gone).toContainText('Esta entrada ya no existe: puede que alguien la haya eliminado.');
});

test('filters by product, type, user and dates', async ({ stockroom }) => {
  const seller = await stockroom.shop.newAccount({ role: 'Vendedor', firstName: 'Ñoño', lastName: 'Zúñiga' });
  const shelf = await stockroom.product({ name: 'Balda', sku: 'BAL-1' });
  const nail = await stockroom.product({ name: 'Clavo', sku: 'CLA-1' });
  await stockroom.entry(shelf, { quantity: 5 });
  await stockroom.entry(nail, { quantity: 7, entryType: 'return' }, seller);
  const page = await stockroom.visit('/entrada-stock');
  const type = filters(page).getByLabel('Tipo');
  await expectOptions(type, ['Todos los tipos', 'Compra', 'Devolución', 'Ajuste', 'Manual']);
  await type.selectOption('Devolución');
  await expect(names(page)).toHaveText(['Clavo']);
  await expect(figure(cards(page), 'Unidades')).toContainText('7');
  // The header counts everything, whatever the filters hide.
  await expect(page.getByText('2 entradas registradas')).toBeVisible();
  await page.getByRole('button', { name: 'Limpiar Todo' }).click();
  const search = page.getByRole('searchbox', { name: 'Buscar entradas' });
  await expect(search).toHaveAttribute('placeholder', 'Buscar por nombre o SKU...');
  await search.fill('BÁL');
  await expect(names(page)).toHaveText(['Balda']);
  await search.fill('cla-1');
  await expect(names(page)).toHaveText(['Clavo']);
  await page.getByRole('button', { name: 'Borrar la búsqueda' }).click();
  const user = filters(page).getByRole('searchbox', { name: 'Usuario' });
  await expect(user).toHaveAttribute('placeholder', 'Cualquier usuario');
  await user.fill('ñoño');
  await expect(names(page)).toHaveText(['Clavo']);
  await filters(page).getByLabel('Desde').fill(day(-1));
  await filters(page).getByLabel('Hasta').fill(day(1));
  await page.reload();
  await expect(names(page)).toHaveText(['Clavo']);
  await expect(filters(page).getByLabel('Hasta')).toHaveValue(day(1));
  await page.getByRole('button', { name: 'Quitar el usuario' }).click();
  await expect(names(page)).toHaveCount(2);
  await filters(page).getByLabel('Hasta').fill(day(-1));
  await expect(page.getByRole('heading', { name: 'No hay entradas' })).toBeVisible();
  await expect(page.getByText('No se encontraron entradas que coincidan con los filtros aplicados.')).toBeVisible();
  await filters(page).getByRole('button', { name: 'Limpiar Todo' }).last().click();
  await expect(names(page)).toHaveCount(2);
});

test('whoever takes a search back that found nothing goes on typing', async ({ stockroom }) => {
  await stockroom.entry(await stockroom.product({ name: 'Balda' }), { quantity: 5 });
  const page = await stockroom.visit('/entrada-stock?buscar=z');
  const nothing = page.getByText('No se encontraron entradas que coincidan con los filtros aplicados.');
  await expect(nothing).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Buscar entradas' });
  const release = await wire(page).hold('GET /api/entries/');
  await search.press('End');
  await search.press('Backspace');
  await expect(page).toHaveURL('/entrada-stock');
  await expect(search).toBeFocused();
  await expect(nothing).toBeVisible();
  await release();
  await expect(names(page)).toHaveText(['Balda']);
  await expect(search).toBeFocused();
});

test('loading, refreshing, paging and failing', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda' });
  for (let count = 0; count < 21; count += 1) await stockroom.entry(product);
  const page = await stockroom.visit('/soporte', { clock: true });
  const release = await wire(page).hold(list);
  await page.getByRole('link', { name: 'Entrada de Stock' }).first().click();
  await expect(page.getByRole('status', { name: 'Cargando entradas...' }).first()).toBeVisible();
  await release();
  await expect(page.getByText('1–20 de 21')).toBeVisible();
  await page.getByRole('link', { name: 'Página 2' }).click();
  await expect(page.getByText('21–21 de 21')).toBeVisible();

  const again = await wire(page).hold(list);
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await expect(page.getByRole('button', { name: 'Actualizando…' })).toBeVisible();
  await again();
  await expect(page.getByRole('button', { name: 'Actualizar' })).toBeVisible();
  await wire(page).answer(list, { status: 500, body: { detail: 'Muelle cerrado' } });
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await page.clock.runFor(3_000);
  const banner = page.getByRole('alert').filter({ hasText: 'Error al cargar datos' });
  await expect(banner).toContainText(/Muelle cerrado Ves los datos de las \d\d:\d\d\./);
  await expect(rowOf(page, 'Balda')).toHaveCount(1);
  await banner.getByRole('button', { name: 'Cerrar aviso' }).click();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await page.clock.runFor(3_000);
  await expect(banner).toContainText('Muelle cerrado');
  await wire(page).restore(list);
  await retry(banner);
  await expect(page.getByText('21–21 de 21')).toBeVisible();
});

test('sellers register without costs and delete nothing; viewers look', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda' });
  const seller = await stockroom.shop.newAccount({ role: 'Vendedor' });
  const viewer = await stockroom.shop.newAccount({ role: 'Consulta' });
  const readOnly = await stockroom.visit('/entrada-stock', { as: viewer });
  await expect(readOnly.getByText('Cuando alguien registre la primera, aparecerá aquí.')).toBeVisible();
  await expect(readOnly.getByRole('button', { name: 'Nueva Entrada' })).toHaveCount(0);
  await stockroom.entry(product, { quantity: 4, unitCost: 2 });
  await expect(readOnly.getByRole('button', { name: 'Ver la entrada de Balda' })).toBeVisible();
  await expect(readOnly.getByRole('button', { name: /^(Editar|Eliminar) la entrada/ })).toHaveCount(0);
  await readOnly.goto('/entrada-stock?nueva=si');
  await expect(rowOf(readOnly, 'Balda')).toBeVisible();
  await expect(readOnly.getByRole('dialog')).toHaveCount(0);
  await readOnly.getByRole('button', { name: 'Ver la entrada de Balda' }).click();
  const details = readOnly.getByRole('dialog', { name: /^Detalles de la Entrada/ });
  await expect(details).toContainText('Balda');
  await expect(details).not.toContainText('Coste');
  await expect(details.getByRole('button', { name: 'Editar' })).toHaveCount(0);

  const page = await stockroom.visit('/entrada-stock', { as: seller });
  await expect(page.getByRole('button', { name: 'Eliminar la entrada de Balda' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Resumen de las entradas' })).not.toContainText('Valor');
  await expect(page.getByRole('main')).not.toContainText('$');
  await page.getByRole('button', { name: 'Editar la entrada de Balda' }).click();
  const edit = page.getByRole('dialog', { name: /^Editar la entrada/ });
  await expect(field(edit, 'Cantidad')).toBeVisible();
  await expect(field(edit, 'Coste unitario ($)')).toHaveCount(0);
  await edit.getByLabel('Notas').fill('En el pasillo 3');
  await page.keyboard.press('Control+Enter');
  await expect(edit).toHaveCount(0);
  await page.getByRole('button', { name: 'Nueva Entrada' }).click();
  await expect(newForm(page).getByLabel('Coste unitario')).toHaveCount(0);
  await pick(page, 1, 'bal', /Balda/);
  await line(page, 1).getByLabel('Cantidad').fill('3');
  await page.keyboard.press('Control+Enter');
  await expect(toasts(page)).toContainText('Entrada registrada');
  await expect(toasts(page).getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
  expect((await stockroom.read(product)).currentStock).toBe(7);
});
