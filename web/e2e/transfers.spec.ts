import { expectAccessibleInEveryLook } from './support/axe';
import { expectGuarded, expectOptions, field, rowOf, toasts } from './support/screen';
import { expect, test } from './support/test';
import { wire } from './support/wire';

test('with one location no screen mentions them', async ({ stockroom }) => {
  await stockroom.product({ name: 'Balda', currentStock: 4 });
  const page = await stockroom.visit('/inventario');
  await expect(rowOf(page, 'Balda')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Traspaso' })).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText(/Almacén|Principal/);
  await page.goto('/inventario?tab=movimientos');
  await expect(rowOf(page, 'Balda')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/Almacén|Principal/);
  await page.goto('/productos');
  await page.getByRole('button', { name: 'Ajustar stock de Balda' }).click();
  await expect(page.getByRole('dialog').getByLabel('Cantidad')).toBeVisible();
  await expect(page.getByRole('dialog')).not.toContainText(/Almacén|Principal/);
});

test('stock goes from one location to another and back', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda', currentStock: 10 });
  const store = await stockroom.location('Tienda');
  const page = await stockroom.visit('/inventario');
  await page.getByRole('button', { name: 'Traspaso' }).click();
  const form = page.getByRole('dialog', { name: 'Traspasar entre almacenes' });
  await expect(form).toContainText('El stock total no cambia: solo el sitio donde está.');
  await expect(field(form, 'Producto')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(field(form, 'Producto')).toHaveAccessibleDescription('Elige un producto');
  await expect(field(form, 'Desde')).toHaveAccessibleDescription('Elige un almacén');
  await expect(field(form, 'Hasta')).toHaveAccessibleDescription('Elige un almacén');
  await expect(field(form, 'Cantidad')).toHaveAccessibleDescription('La cantidad debe ser mayor a 0');
  await expect(field(form, 'Notas')).toHaveAttribute('placeholder', 'Quién lo lleva, pedido, incidencia…');
  await expectAccessibleInEveryLook(page, 'a refused transfer', { within: ['[role=dialog]'] });

  await field(form, 'Producto').fill('bal');
  await page.getByRole('option', { name: /Balda/ }).click();
  await expectOptions(field(form, 'Desde'), ['Elige un almacén', 'Principal (10 uds.)', 'Tienda (0 uds.)']);
  await field(form, 'Desde').selectOption('Principal (10 uds.)');
  await field(form, 'Hasta').selectOption('Principal (10 uds.)');
  await field(form, 'Cantidad').fill('40');
  await page.keyboard.press('Control+Enter');
  await expect(field(form, 'Hasta')).toHaveAccessibleDescription('Elige otro almacén de destino');
  await field(form, 'Hasta').selectOption('Tienda (0 uds.)');
  const transfer = 'POST /api/transfers/';
  wire(page).expectRefusal(transfer, 400);
  await page.keyboard.press('Control+Enter');
  await expect(field(form, 'Cantidad')).toHaveAccessibleDescription('Stock insuficiente: quedan 10 unidades');
  await expect(field(form, 'Cantidad')).toBeFocused();
  await field(form, 'Cantidad').fill('4');
  await expectGuarded(page, () => page.keyboard.press('Escape'), field(form, 'Cantidad'));
  await wire(page).answer(transfer, { status: 500, body: { detail: 'Sin furgoneta' } });
  await form.getByRole('button', { name: 'Traspasar' }).click();
  await expect(form.getByRole('alert')).toHaveText('No se pudo hacer el traspasoSin furgoneta');
  await wire(page).restore(transfer);
  const release = await wire(page).hold(transfer);
  await form.getByRole('button', { name: 'Traspasar' }).click();
  await expect(form.getByRole('button', { name: 'Traspasando…' })).toBeVisible();
  await release();
  await expect(toasts(page)).toContainText('Traspaso registrado');
  await expect(toasts(page)).toContainText('Balda: 4 uds. de Principal a Tienda');
  await expect(page.getByRole('columnheader')).toContainText(['Stock', 'Disponible', 'Principal', 'Tienda']);
  await expect(rowOf(page, 'Balda').getByRole('cell')).toContainText(['10', '10', '6', '4']);

  const places = page.getByRole('region', { name: 'Existencias' }).getByLabel('Almacén');
  await expectOptions(places, ['Todos los almacenes', 'Principal', 'Tienda']);
  await places.selectOption('Tienda');
  await expect(page).toHaveURL(/almacen=\d/);
  await page.getByRole('button', { name: 'Limpiar Todo' }).click();

  await page.getByRole('link', { name: 'Movimientos' }).click();
  const moved = page.getByRole('row').filter({ hasText: 'Transferencia' });
  await expect(moved).toHaveCount(2);
  await expect(moved.filter({ hasText: '+4' })).toContainText('Tienda');
  await expect(moved.filter({ hasText: '−4' })).toContainText('Principal');
  await toasts(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(toasts(page)).toContainText('Traspaso deshecho');
  await expect(toasts(page)).toContainText('Balda vuelve a estar en Principal');
  expect((await stockroom.read(product)).currentStock).toBe(10);

  // What was carried and then sold cannot be carried back.
  await page.getByRole('button', { name: 'Traspaso' }).click();
  await field(form, 'Producto').fill('bal');
  await page.getByRole('option', { name: /Balda/ }).click();
  await field(form, 'Desde').selectOption('Principal (10 uds.)');
  await field(form, 'Hasta').selectOption('Tienda (0 uds.)');
  await field(form, 'Cantidad').fill('10');
  await page.keyboard.press('Control+Enter');
  await expect(toasts(page)).toContainText('Balda: 10 uds. de Principal a Tienda');
  await stockroom.adjust(product, { type: 'out', quantity: 9, reason: 'sale', locationId: store.id });
  wire(page).expectAnyRefusal(400);
  wire(page).expectAnyRefusal(409);
  await toasts(page).getByRole('button', { name: 'Deshacer' }).last().click();
  await expect(toasts(page)).toContainText('No se pudo deshacer el traspaso');
  expect((await stockroom.read(product)).currentStock).toBe(1);
});

test('adjustments, entries and products say where', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda', currentStock: 10 });
  const shop = await stockroom.location('Tienda');
  await stockroom.adjust(product, { type: 'in', quantity: 3, locationId: shop.id });
  const page = await stockroom.visit('/productos');
  await page.getByRole('button', { name: 'Ajustar stock de Balda' }).click();
  const form = page.getByRole('dialog', { name: 'Ajustar stock' });
  await expectOptions(field(form, 'Almacén'), ['Principal (10 uds.)', 'Tienda (3 uds.)']);
  await form.getByRole('radio', { name: 'Quitar Stock' }).check();
  await field(form, 'Almacén').selectOption('Tienda (3 uds.)');
  await field(form, 'Cantidad').fill('8');
  await expect(form).toContainText('Se quitarán las 3 unidades disponibles');
  await expect(form.locator('[aria-live=polite]')).toHaveText(
    /Ahora, en total13Después, en total10 −3.*En este almacén: 3 → 0/,
  );
  await form.getByRole('radio', { name: 'Establecer Stock' }).check();
  await field(form, 'Razón').selectOption('Ajuste manual');
  await page.keyboard.press('Control+Enter');
  await expect(toasts(page)).toContainText('Balda: 13 → 18 uds.');
  await page.getByRole('button', { name: 'Editar Balda' }).click();
  await expect(field(page.getByRole('dialog', { name: 'Editar producto' }), 'Stock')).toHaveAccessibleDescription(
    'Se ajusta en el almacén «Principal».',
  );

  await stockroom.entry(product, { quantity: 2, locationId: shop.id });
  await page.goto('/entrada-stock');
  await expect(page.getByRole('columnheader', { name: 'Almacén' })).toBeVisible();
  await expect(rowOf(page, 'Balda')).toContainText('Tienda');
  await page.getByRole('button', { name: 'Ver la entrada de Balda' }).click();
  await expect(page.getByRole('dialog', { name: /^Detalles de la Entrada/ })).toContainText('AlmacénTienda');
  await page.goto('/entrada-stock?nueva=si');
  await expectOptions(field(page.getByRole('dialog', { name: 'Nueva Entrada' }), 'Almacén'), ['Principal', 'Tienda']);
  await page.goto('/inventario?tab=recuentos');
  await page.getByRole('button', { name: 'Nuevo recuento' }).click();
  await expectOptions(field(page.getByRole('dialog', { name: 'Nuevo recuento' }), 'Almacén'), ['Principal', 'Tienda']);
});
