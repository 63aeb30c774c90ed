import type { Locator, Page } from '@playwright/test';
import { downloadBy } from './support/files';
import { orderForm, orderLine, orderNumbers, pickForOrder } from './support/order-form';
import { day, expectOptions, field, figure, retry, rowOf, toasts } from './support/screen';
import { settled } from './support/screens';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const list = 'GET /api/pedidos/';

function filters(page: Page): Locator {
  return page.getByRole('region', { name: 'Pedidos', exact: true });
}

function cards(page: Page): Locator {
  return page.getByRole('region', { name: 'Resumen de todos los pedidos' });
}

test('an order by hand claims its stock and says what lacks', async ({ stockroom }) => {
  const shelf = await stockroom.product({ name: 'Balda', sku: 'BAL-1', currentStock: 5, price: 12.5 });
  const nail = await stockroom.product({ name: 'Clavo', sku: 'CLA-1', currentStock: 1 });
  const page = await stockroom.visit('/pedidos');
  await expect(page.getByRole('heading', { name: 'No hay pedidos' })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('n');
  await expect(page).toHaveURL('/pedidos?nuevo=si');
  await expect(field(orderForm(page), 'Cliente')).toBeFocused();

  await page.getByRole('button', { name: 'Crear pedido' }).click();
  for (const text of [
    'El nombre del cliente es requerido',
    'Elige un producto',
    'La cantidad debe ser mayor a 0',
    'El precio debe ser un número mayor o igual a 0',
  ]) {
    await expect(orderForm(page).getByText(text)).toBeVisible();
  }
  await field(orderForm(page), 'Cliente').fill('Ñoño Zúñiga');
  await field(orderForm(page), 'Email').fill('mal');
  await pickForOrder(page, 1, 'bal', /Balda/);
  await expect(orderLine(page, 1).getByLabel('Precio unitario')).toHaveValue('12,50');
  await expect(orderLine(page, 1).getByText('El precio debe ser')).toHaveCount(0);
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await pickForOrder(page, 2, 'cla', /Clavo/);
  await page.keyboard.type('4');
  await expect(orderLine(page, 2)).toContainText('Hay 1 disponible: faltarán 3 uds.');
  await orderLine(page, 2).getByLabel('Precio unitario').fill('0,25');
  await expect(orderForm(page)).toContainText('2 artículos · 6 uds. · 26,00 €');
  await orderForm(page).getByText('Direcciones').click();
  await field(orderForm(page), 'Calle y número').fill('Mayor 1');
  await field(orderForm(page), 'Localidad').fill('Vic');
  await field(orderForm(page), 'Notas').fill('Dejar en portería');
  wire(page).expectRefusal('POST /api/pedidos/', 400);
  await page.keyboard.press('Control+Enter');
  await expect(orderForm(page).getByText('El email no es válido')).toBeVisible();
  await field(orderForm(page), 'Email').fill('nono@ejemplo.es');
  await page.keyboard.press('Control+Enter');

  await expect(page).toHaveURL(/\/pedidos\/\d+$/);
  await expect(toasts(page)).toContainText(/Pedido P-\d+ creado/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Pedido P-\d+$/);
  await expect(page.getByRole('main')).toContainText('Faltan 3 uds. para este pedido');
  const items = page.getByRole('region', { name: 'Artículos' });
  await expect(rowOf(page, 'BAL-1').getByRole('cell')).toHaveText([
    /BaldaBAL-1$/,
    '2 reservadas',
    '2',
    '12,50 €',
    '25,00 €',
  ]);
  await expect(rowOf(page, 'CLA-1')).toContainText('4 reservadasfaltan 3');
  await expect(items).toContainText('Total · 6 uds.26,00 €');
  const facts = page.getByRole('region', { name: 'Datos del pedido' });
  for (const text of ['Ñoño Zúñiga', 'nono@ejemplo.es', 'Mayor 1Vic', 'Dejar en portería', 'Carmen Ibáñez']) {
    await expect(facts).toContainText(text);
  }
  await expect(page.getByRole('region', { name: 'Datos del webhook' })).toHaveCount(0);
  expect(await stockroom.read(shelf)).toMatchObject({ currentStock: 5, reserved: 2, available: 3 });
  expect(await stockroom.read(nail)).toMatchObject({ reserved: 4, shortage: 3 });

  await page.getByRole('link', { name: 'Clavo' }).first().click();
  const orders = page.getByRole('region', { name: 'Pedidos' });
  await expect(orders).toContainText('Pendiente');
  await expect(orders).toContainText('4 uds.faltan 3 uds.');
});

test('cards, columns, filters and order of the list', async ({ stockroom }) => {
  const shelf = await stockroom.product({ name: 'Balda', currentStock: 50 });
  const small = await stockroom.order([[shelf, 1]], { customerName: 'Ana Gil' });
  const large = await stockroom.order([[shelf, 9]], {
    customerName: 'Zoe Ñíguez',
    customerEmail: 'zoe@ejemplo.es',
  });
  const gone = await stockroom.order([[shelf, 2]], { customerName: 'Eva Mas' });
  await stockroom.moveOrder(large, 'processing', 'shipped', 'delivered');
  await stockroom.moveOrder(gone, 'cancelled');
  const page = await stockroom.visit('/pedidos');
  await expect(page.getByText('3 pedidos en total')).toBeVisible();
  await expect(figure(cards(page), 'Total Pedidos')).toContainText('Total Pedidos31 por enviar');
  await expect(figure(cards(page), 'Valor Total')).toContainText('Valor Total100,00 €');
  await expect(figure(cards(page), 'Valor Medio')).toContainText('Valor Medio50,00 €');
  await expect(figure(cards(page), 'Entregados')).toContainText('Entregados11 enviado hoy');
  await expect(page.getByRole('columnheader')).toHaveText(['Pedido', 'Cliente', 'Estado', 'Items', 'Total', 'Fecha']);
  await expect(rowOf(page, 'Zoe').getByRole('cell')).toHaveText([
    large.orderNumber,
    'Zoe Ñíguezzoe@ejemplo.es',
    'Entregado',
    '1 artículo9 uds.',
    '90,00 €',
    /^\d\d\/\d\d\/\d{4}\d\d:\d\d$/,
  ]);
  await expect(orderNumbers(page)).toHaveText([gone.orderNumber, large.orderNumber, small.orderNumber]);
  // What was cancelled comes to nothing, and says what it was.
  await expect(rowOf(page, 'Eva').getByRole('cell').nth(4)).toHaveText('0,00 €de 20,00 €');
  await page.getByRole('button', { name: 'Total', exact: true }).click();
  await expect(orderNumbers(page)).toHaveText([gone.orderNumber, small.orderNumber, large.orderNumber]);
  await expect(page).toHaveURL('/pedidos?orden=totalAmount');
  await page.getByRole('button', { name: 'Cliente', exact: true }).click();
  await expect(orderNumbers(page)).toHaveText([small.orderNumber, gone.orderNumber, large.orderNumber]);

  const status = filters(page).getByLabel('Estado');
  await expectOptions(status, [
    'Todos los estados',
    'Pendiente',
    'Procesando',
    'Enviado',
    'Entregado',
    'Cancelado',
    'Devuelto',
  ]);
  await status.selectOption('Entregado');
  await expect(orderNumbers(page)).toHaveText([large.orderNumber]);
  await page.reload();
  await expect(orderNumbers(page)).toHaveText([large.orderNumber]);
  await filters(page).getByRole('button', { name: 'Limpiar Todo' }).click();
  await filters(page).getByLabel('Importe mínimo').fill('15,5');
  await expect(orderNumbers(page)).toHaveText([large.orderNumber]);
  await expect(page).toHaveURL(/importe=15.5/);
  await filters(page).getByRole('button', { name: 'Limpiar Todo' }).click();
  const search = page.getByRole('searchbox', { name: 'Buscar pedidos' });
  await search.fill('ñiguez');
  await expect(orderNumbers(page)).toHaveText([large.orderNumber]);
  await search.fill(small.orderNumber);
  await expect(orderNumbers(page)).toHaveText([small.orderNumber]);
  await page.getByRole('button', { name: 'Borrar la búsqueda' }).click();
  await filters(page).getByLabel('Desde').fill(day(0));
  await expect(orderNumbers(page)).toHaveCount(3);
  await filters(page).getByLabel('Desde').fill('');
  await filters(page).getByLabel('Hasta').fill(day(-1));
  await expect(page.getByRole('heading', { name: 'No hay pedidos' })).toBeVisible();
  await expect(page.getByText(/^Ningún pedido coincide con los filtros aplicados/)).toBeVisible();
  await expect(page.getByText('3 pedidos en total')).toBeVisible();
  await filters(page).getByRole('button', { name: 'Limpiar Todo' }).last().click();
  await expect(orderNumbers(page)).toHaveCount(3);
});

test('a row opens its order by mouse and keyboard, and the list hears of new ones', async ({ stockroom }) => {
  const shelf = await stockroom.product({ name: 'Balda', currentStock: 50 });
  const order = await stockroom.order([[shelf, 1]]);
  const page = await stockroom.visit('/pedidos');
  // The link lies over the whole row, which is why the cell itself gets no click.
  await rowOf(page, 'Ana Gil').getByRole('cell').nth(4).click({ force: true });
  await expect(page).toHaveURL(`/pedidos/${order.id}`);
  await page.goBack();
  await orderNumbers(page).first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/pedidos/${order.id}`);
  await page.getByRole('navigation', { name: /migas/i }).getByRole('link', { name: 'Pedidos' }).click();
  await expect(page).toHaveURL('/pedidos');
  await stockroom.order([[shelf, 1]], { customerName: 'Leo Vila' });
  await expect(rowOf(page, 'Leo Vila')).toBeVisible();
  await expect(page.getByText('2 pedidos en total')).toBeVisible();
});

test('loading, refreshing, failing and what is not there', async ({ stockroom }) => {
  const shelf = await stockroom.product({ name: 'Balda', currentStock: 50 });
  const order = await stockroom.order([[shelf, 1]]);
  const page = await stockroom.visit('/soporte', { clock: true });
  const release = await wire(page).hold(list);
  await page.getByRole('link', { name: 'Pedidos', exact: true }).first().click();
  await expect(page.getByRole('status', { name: 'Cargando pedidos…' }).first()).toBeVisible();
  await release();
  await expect(orderNumbers(page)).toHaveText([order.orderNumber]);
  const again = await wire(page).hold(list);
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await expect(page.getByRole('button', { name: 'Actualizando…' })).toBeVisible();
  await again();
  await wire(page).answer(list, { status: 500, body: { detail: 'Muelle cerrado' } });
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await page.clock.runFor(3_000);
  const banner = page.getByRole('alert').filter({ hasText: 'Error al cargar los pedidos' });
  await expect(banner).toContainText(/Muelle cerrado Ves los datos de las \d\d:\d\d\./);
  await expect(orderNumbers(page)).toHaveText([order.orderNumber]);
  await wire(page).restore(list);
  await retry(banner);
  await expect(banner).toHaveCount(0);

  const one = `GET /api/pedidos/${order.id}/` as const;
  await wire(page).answer(one, { status: 500, body: { detail: 'Muelle cerrado' } });
  await orderNumbers(page).first().click();
  await page.clock.runFor(3_000);
  await expect(page.getByRole('alert')).toContainText('No se pudo cargar el pedidoMuelle cerrado');
  await wire(page).restore(one);
  await retry(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Pedido ${order.orderNumber}`);
  wire(page).expectRefusal('GET /api/pedidos/999/', 404);
  for (const address of ['/pedidos/999', '/pedidos/nada']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'No encontramos este pedido' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Volver a Pedidos' }).click();
  await expect(page).toHaveURL('/pedidos');
});

test('sellers sell, viewers look, and the palette leads to the form', async ({ stockroom }) => {
  const shelf = await stockroom.product({ name: 'Balda', currentStock: 50, price: 12.5 });
  const viewer = await stockroom.shop.newAccount({ role: 'Consulta' });
  const seller = await stockroom.shop.newAccount({ role: 'Vendedor' });
  const readOnly = await stockroom.visit('/pedidos?nuevo=si', { as: viewer });
  await expect(readOnly.getByText('Cuando llegue el primero, aparecerá aquí.')).toBeVisible();
  await expect(readOnly.getByRole('dialog')).toHaveCount(0);
  await expect(readOnly.getByRole('button', { name: 'Nuevo Pedido' })).toHaveCount(0);
  const order = await stockroom.order([[shelf, 1]]);
  await orderNumbers(readOnly).first().click();
  await expect(readOnly.getByRole('heading', { level: 1 })).toHaveText(`Pedido ${order.orderNumber}`);
  await expect(readOnly.getByRole('button', { name: /pedido$/ })).toHaveCount(0);

  const page = await stockroom.visit('/soporte', { as: seller });
  await settled(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.type('nuevo ped');
  await page.keyboard.press('Enter');
  await expect(orderForm(page)).toBeVisible();
  await field(orderForm(page), 'Cliente').fill('Leo Vila');
  await pickForOrder(page, 1, 'bal', /Balda/);
  await page.keyboard.type('1');
  await orderLine(page, 1).getByLabel('Precio unitario').fill('12,49');
  wire(page).expectRefusal('POST /api/pedidos/', 400);
  await page.keyboard.press('Control+Enter');
  await expect(orderLine(page, 1)).toContainText('El precio es 12,50: para bajarlo, pídeselo a un Encargado');
  await orderLine(page, 1).getByLabel('Precio unitario').fill('12,50');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/pedidos\/\d+$/);
  await page.goto(`/pedidos/${order.id}`);
  await page.getByRole('button', { name: 'Procesar pedido' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Procesar' }).click();
  await expect(page.getByRole('button', { name: 'Enviar pedido' })).toBeVisible();
});

test('the list as a file, and what goes into the parcel on paper', async ({ stockroom }) => {
  const shelf = await stockroom.product({ name: 'Balda', currentStock: 50 });
  const order = await stockroom.order([[shelf, 2]], { customerName: 'Ana Gil' });
  await stockroom.order([[shelf, 1]], { customerName: 'Leo Vila' });
  const page = await stockroom.visit('/pedidos?buscar=ana');
  await expect(orderNumbers(page)).toHaveText([order.orderNumber]);
  const csv = await downloadBy(page, page.getByRole('button', { name: 'Exportar CSV' }));
  const text = csv.content.toString('utf8');
  expect(text).toContain('Ana Gil');
  expect(text).not.toContain('Leo Vila');
  const refused = 'GET /api/pedidos/export/';
  await wire(page).answer(refused, { status: 500, body: {} });
  await page.getByRole('button', { name: 'Exportar CSV' }).click();
  await expect(toasts(page)).toContainText('No se pudieron exportar los pedidos');

  await orderNumbers(page).first().click();
  const pdf = await downloadBy(page, page.getByRole('button', { name: 'Lista de embalaje' }));
  expect(pdf.name).toMatch(/\.pdf$/);
  expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-');
  const list = `GET /api/pedidos/${order.id}/packing-list/` as const;
  await wire(page).answer(list, { status: 500, body: {} });
  await page.getByRole('button', { name: 'Lista de embalaje' }).click();
  await expect(toasts(page)).toContainText('No se pudo descargar la lista de embalaje');
});
