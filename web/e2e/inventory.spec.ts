import type { Locator, Page } from '@playwright/test';
import { expectGuarded, expectOptions, field, figure, retry, rowOf, scan, toasts } from './support/screen';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const list = 'GET /api/inventory/';

function names(page: Page): Locator {
  return page.getByRole('table', { name: 'Existencias' }).locator('tbody').getByRole('link');
}

function cards(page: Page): Locator {
  return page.getByRole('region', { name: 'Valor del inventario' });
}

test('what there is, what is free and what it is worth', async ({ stockroom }) => {
  const shelf = await stockroom.product({
    name: 'Balda',
    sku: 'C-1',
    category: 'Madera',
    price: 5,
    currentStock: 10,
  });
  await stockroom.entry(shelf, { quantity: 10, unitCost: 2.5 });
  await stockroom.product({ name: 'Clavo', sku: 'A-2', category: 'Metal', currentStock: 3, minStock: 4 });
  await stockroom.product({ name: 'Disco', sku: 'B-3', price: 8 });
  const page = await stockroom.visit('/inventario');
  await expect(page.getByText('Qué hay, cuánto vale y cómo se ha movido')).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Partes del inventario' }).getByRole('link');
  await expect(tabs).toHaveText(['Existencias', 'Movimientos', 'Recuentos', 'En una fecha']);
  await expect(page.getByRole('table').getByRole('columnheader')).toHaveText([
    'SKU',
    'Producto',
    'Categoría',
    'Stock',
    'Disponible',
    'Valor a coste',
    'Valor de venta',
  ]);
  await expect(figure(cards(page), 'Productos')).toContainText('3');
  await expect(figure(cards(page), 'Unidades')).toHaveText('Unidades23en stock ahora');
  await expect(figure(cards(page), 'Valor a coste')).toHaveText(
    'Valor a coste50,00 $sin contar 1 producto de coste desconocido',
  );
  await expect(figure(cards(page), 'Valor de venta')).toHaveText(
    'Valor de venta100,00 €sin contar 1 producto sin precio',
  );
  await expect(rowOf(page, 'Balda').getByRole('cell')).toHaveText([
    'C-1',
    'Balda',
    'Madera',
    '20',
    '20',
    '50,00 $2,50 $ / ud.',
    '100,00 €5,00 € / ud.',
  ]);
  await expect(rowOf(page, 'Clavo')).toContainText('Stock bajo');
  await expect(rowOf(page, 'Clavo')).toContainText('—');
  await expect(rowOf(page, 'Disco')).toContainText('Sin stock');

  for (const [column, ascending] of [
    ['SKU', ['Clavo', 'Disco', 'Balda']],
    ['Producto', ['Balda', 'Clavo', 'Disco']],
    ['Stock', ['Disco', 'Clavo', 'Balda']],
  ] as const) {
    const heading = page.getByRole('columnheader', { name: column });
    if (column !== 'Producto') await heading.getByRole('button').click();
    else await page.goto('/inventario');
    await expect(heading).toHaveAttribute('aria-sort', 'ascending');
    await expect(names(page)).toHaveText([...ascending]);
    await heading.getByRole('button').click();
    await expect(names(page)).toHaveText([...ascending].reverse());
  }

  const filters = page.getByRole('region', { name: 'Existencias' });
  await expectOptions(filters.getByLabel('Categoría'), ['Todas las categorías', 'Madera', 'Metal']);
  await filters.getByLabel('Categoría').selectOption('Madera');
  await expect(names(page)).toHaveText(['Balda']);
  await expect(figure(cards(page), 'Valor a coste')).toHaveText('Valor a coste50,00 $a coste medio de compra');
  await expect(figure(cards(page), 'Valor de venta')).toHaveText('Valor de venta100,00 €al precio actual');
  await page.getByRole('button', { name: 'Limpiar Todo' }).click();
  await expect(names(page)).toHaveCount(3);
  await filters.getByRole('checkbox', { name: 'Solo con stock' }).check();
  await expect(names(page)).toHaveCount(2);
  await page.reload();
  await expect(filters.getByRole('checkbox', { name: 'Solo con stock' })).toBeChecked();
  await expect(names(page)).toHaveCount(2);
  const search = page.getByRole('searchbox', { name: 'Buscar existencias' });
  await expect(search).toHaveAttribute('placeholder', 'Buscar por nombre o SKU...');
  await search.fill('dis');
  await expect(page.getByText('Ningún producto coincide con los filtros')).toBeVisible();
  await expect(page.getByText('Prueba con otro nombre o SKU, o quita algún filtro.')).toBeVisible();
  await page.getByRole('region', { name: 'Existencias' }).getByRole('button', { name: 'Limpiar Todo' }).last().click();
  await expect(names(page)).toHaveCount(3);

  // What open orders have claimed is not free any more.
  await stockroom.order([[shelf, 4]]);
  await expect(rowOf(page, 'Balda').getByRole('cell').nth(4)).toHaveText('164 en pedidos');
  // The figures are those of this moment.
  await stockroom.sell(shelf, 5);
  await expect(figure(cards(page), 'Unidades')).toContainText('18');
  await page.setViewportSize({ width: 390, height: 844 });
  const card = page.getByRole('list', { name: 'Existencias' }).getByRole('listitem').filter({ hasText: 'Balda' });
  await expect(card).toContainText('Disponible11 uds.Valor a coste37,50 $Valor de venta75,00 €');
});

test('empty, loading and failing', async ({ stockroom }) => {
  const page = await stockroom.visit('/soporte', { clock: true });
  const release = await wire(page).hold(list);
  await page.getByRole('link', { name: 'Inventario' }).first().click();
  await expect(page.getByRole('status', { name: 'Cargando inventario…' }).first()).toBeVisible();
  await release();
  await expect(page.getByRole('heading', { name: 'No hay productos' })).toBeVisible();
  await expect(
    page.getByText('Cuando haya productos en el catálogo, aquí verás cuánto hay de cada uno y cuánto vale.'),
  ).toBeVisible();
  await stockroom.product({ name: 'Balda' });
  await expect(rowOf(page, 'Balda')).toBeVisible();

  await wire(page).answer(list, { status: 500, body: { detail: 'Almacén cerrado' } });
  const banner = page.getByRole('alert').filter({ hasText: 'Error al cargar datos' });
  await page.getByRole('searchbox').fill('b');
  await page.clock.runFor(3_000);
  await expect(banner).toContainText(/Almacén cerrado Ves los datos de las \d\d:\d\d\./);
  await expect(rowOf(page, 'Balda')).toBeVisible();
  await banner.getByRole('button', { name: 'Cerrar aviso' }).click();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await page.clock.runFor(3_000);
  await expect(banner).toContainText('Almacén cerrado');
  await wire(page).restore(list);
  await retry(banner);
  await expect(rowOf(page, 'Balda')).toBeVisible();
});

test('an entry by hand: a product is found, its stock rises, and it can be taken back', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda de pino', sku: 'BAL-1', currentStock: 4 });
  await stockroom.product({ name: 'Balda de roble', sku: 'BAL-2' });
  await stockroom.product({ name: 'Clavo', barcode: '8412345678905', currentStock: 1 });
  const page = await stockroom.visit('/inventario');
  await page.getByRole('button', { name: 'Entrada', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Registrar una entrada' });
  await expect(form).toContainText('Unidades que llegan al almacén.');
  const picker = field(form, 'Producto');
  await expect(picker).toBeFocused();
  await expect(picker).toHaveAttribute('placeholder', 'Nombre, SKU o código de barras');
  await expectOptions(field(form, 'Razón'), [
    'Elige una razón',
    'Restock',
    'Devolución de cliente',
    'Ajuste manual',
    'Transferencia entre almacenes',
    'Otro',
  ]);
  await page.keyboard.press('Control+Enter');
  await expect(picker).toHaveAccessibleDescription('Elige un producto');
  await expect(field(form, 'Cantidad')).toHaveAccessibleDescription('La cantidad debe ser mayor a 0');
  await expect(field(form, 'Razón')).toHaveAccessibleDescription('La razón es requerida');

  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Escribe un nombre o lee un código de barras.')).toBeVisible();
  const found = await wire(page).hold('GET /api/products/search/');
  await picker.fill('zzz');
  await expect(page.getByText('Buscando…')).toBeVisible();
  await found();
  await expect(page.getByText('Ningún producto coincide con «zzz».')).toBeVisible();
  await wire(page).answer('GET /api/products/search/', { status: 404, body: {} });
  await picker.fill('balda de');
  await expect(page.getByText('No se pudo buscar productos')).toBeVisible();
  await wire(page).restore('GET /api/products/search/');
  await picker.fill('balda');
  await expect(page.getByRole('option')).toHaveCount(2);
  await expect(page.getByRole('option', { name: /Balda de pino/ })).toContainText('BAL-14 uds.');
  await page.getByRole('option', { name: /Balda de pino/ }).click();
  await expect(field(form, 'Cantidad')).toBeFocused();
  await page.keyboard.type('6');
  await expect(form.locator('[aria-live=polite]').last()).toHaveText(/Ahora4Después10 \+6/);
  await field(form, 'Razón').selectOption('Restock');
  await field(form, 'Notas').fill('Camión del martes');
  await expectGuarded(page, () => page.keyboard.press('Escape'), field(form, 'Cantidad'));
  const adjust = `POST /api/products/${product.idProduct}/adjust_stock/` as const;
  await wire(page).answer(adjust, { status: 500, body: { detail: 'Muelle cerrado' } });
  await form.getByRole('button', { name: 'Registrar entrada' }).click();
  await expect(form.getByRole('alert')).toHaveText('Error al ajustar el stockMuelle cerrado');
  await wire(page).restore(adjust);
  await form.getByRole('button', { name: 'Registrar entrada' }).click();
  await expect(toasts(page)).toContainText('¡Stock ajustado exitosamente!');
  await expect(toasts(page)).toContainText('Balda de pino: 4 → 10 uds.');
  await expect(rowOf(page, 'Balda de pino')).toContainText('10');
  await toasts(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(toasts(page)).toContainText('Ajuste deshecho');
  await expect(rowOf(page, 'Balda de pino')).toContainText('4');

  // The reader types straight into the field, and the key «E» opens the dialog.
  await page.keyboard.press('e');
  await expect(picker).toBeFocused();
  await scan(page, '8412345678905');
  await expect(picker).toHaveValue('Clavo');
  await expect(field(form, 'Cantidad')).toBeFocused();
});

test('units go out, but never more than there are', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda', currentStock: 4 });
  const page = await stockroom.visit('/inventario');
  await page.getByRole('button', { name: 'Salida', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Registrar una salida' });
  await expect(form).toContainText('Unidades que salen del almacén.');
  await expectOptions(field(form, 'Razón'), [
    'Elige una razón',
    'Venta realizada',
    'Producto dañado',
    'Ajuste manual',
    'Transferencia entre almacenes',
    'Otro',
  ]);
  await field(form, 'Producto').fill('bal');
  await page.getByRole('option', { name: /Balda/ }).click();
  await field(form, 'Cantidad').fill('9');
  await expect(form).toContainText('Se quitarán las 4 unidades disponibles');
  await field(form, 'Razón').selectOption('Venta realizada');
  const release = await wire(page).hold(`POST /api/products/${product.idProduct}/adjust_stock/`);
  await form.getByRole('button', { name: 'Registrar salida' }).click();
  await expect(form.getByRole('button', { name: 'Guardando…' })).toBeVisible();
  await release();
  await expect(toasts(page)).toContainText('Balda: 4 → 0 uds.');
  await expect(rowOf(page, 'Balda')).toContainText('Sin stock');

  await page.getByRole('button', { name: 'Salida', exact: true }).click();
  await field(form, 'Producto').fill('bal');
  await page.getByRole('option', { name: /Balda/ }).click();
  await field(form, 'Cantidad').fill('1');
  await field(form, 'Razón').selectOption('Otro');
  await page.keyboard.press('Control+Enter');
  await expect(field(form, 'Cantidad')).toHaveAccessibleDescription('No quedan unidades que quitar');
});

test('who only looks moves nothing', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda', currentStock: 4 });
  await stockroom.sell(product, 1);
  const viewer = await stockroom.shop.newAccount({ role: 'Consulta' });
  const seller = await stockroom.shop.newAccount({ role: 'Vendedor' });
  const page = await stockroom.visit('/inventario', { as: viewer });
  await expect(rowOf(page, 'Balda')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Entrada|Salida)$/ })).toHaveCount(0);
  await page.keyboard.press('e');
  await page.goto('/inventario?tab=movimientos');
  await expect(rowOf(page, 'Balda')).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Deshacer/ })).toHaveCount(0);
  await page.goto('/inventario?tab=recuentos');
  await expect(page.getByText('Cuando alguien abra el primero, aparecerá aquí.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nuevo recuento' })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const theirs = await stockroom.visit('/inventario?tab=movimientos', { as: seller });
  await expect(theirs.getByRole('button', { name: 'Deshacer el movimiento de Balda' }).first()).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Entrada', exact: true })).toBeVisible();
});
