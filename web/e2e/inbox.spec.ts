import { OnlineShop } from './support/online-shop';
import { rowOf, toasts } from './support/screen';
import { expect, test } from './support/test';
import { wire } from './support/wire';

test('an order travels from the shop to the parcel', async ({ stockroom }) => {
  const nail = await stockroom.product({ name: 'Clavo', sku: 'CLA-1', currentStock: 10 });
  const page = await stockroom.visit('/pedidos');
  await page.getByRole('link', { name: 'Webhook' }).click();
  await expect(page.getByRole('heading', { name: 'Ninguna tienda conectada' })).toBeVisible();
  await page.getByRole('button', { name: 'Conectar tienda' }).click();
  const form = page.getByRole('dialog').filter({ has: page.locator('form') });
  await form.getByRole('button', { name: 'Conectar tienda' }).click();
  await expect(form).toContainText('El nombre es requerido');
  await form.getByLabel('Nombre').fill('Tienda online');
  await form.getByRole('button', { name: 'Conectar tienda' }).click();
  const ready = page.getByRole('dialog', { name: 'Tu tienda está lista para enviar' });
  const address = await ready.getByRole('textbox', { name: 'Dirección' }).inputValue();
  const secret = await ready.getByRole('textbox', { name: 'Secreto' }).inputValue();
  await ready.getByRole('button', { name: 'Hecho' }).click();
  // The secret is shown once; the address stays.
  await page.getByRole('link', { name: 'Tienda online' }).click();
  await expect(page.getByRole('textbox', { name: 'Dirección' })).toHaveValue(address);
  await expect(page.getByRole('main')).not.toContainText(secret);
  await page.getByRole('button', { name: 'Enviar prueba' }).click();
  await expect(toasts(page)).toContainText('La prueba ha llegado bien');

  const shop = OnlineShop.known(stockroom.shop, address, secret);
  await page.getByRole('link', { name: 'Ver entregas' }).click();
  await expect(page.getByRole('table', { name: 'Entregas' }).locator('tbody tr')).toHaveCount(1);
  expect(await shop.send({ number: 1001, lines: [{ sku: 'CLA-1', quantity: 3 }] })).toBe(200);
  // It appears by itself, with what came of it.
  const row = rowOf(page, '#1001');
  await expect(row).toContainText(/Procesado: pedido #1001 creado/);
  await row.getByRole('link', { name: '#1001', exact: true }).click();
  const origin = page.getByRole('region', { name: 'Datos del webhook' });
  await expect(origin).toContainText('Shopify');
  await expect(origin).toContainText('FirmaCorrecta');
  await expect(origin.getByRole('link', { name: 'Ver entregas' })).toBeVisible();
  await expect(rowOf(page, 'CLA-1')).toContainText('3 reservadas');
  const question = page.getByRole('alertdialog');
  // It is paid, so nobody has to say that it can be packed.
  await page.getByRole('button', { name: 'Enviar pedido' }).click();
  await question.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByRole('region', { name: 'Efectos en el stock' })).toContainText('−3');
  expect((await stockroom.read(nail)).currentStock).toBe(7);
});

test('an unknown SKU is linked to a product, and remembered', async ({ stockroom }) => {
  const shirt = await stockroom.product({ name: 'Camisa', sku: 'CAMISA-XL', currentStock: 10 });
  const shop = await OnlineShop.connect(stockroom.shop);
  await shop.send({ number: 1001, lines: [{ sku: 'CAM-01-XL', quantity: 2 }] });
  const page = await stockroom.visit('/pedidos/entregas?estado=unmatched');
  await page.getByRole('link', { name: 'SKU desconocido: CAM-01-XL' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Entrega \d+$/);
  await page.getByRole('button', { name: 'Enlazar CAM-01-XL a un producto' }).click();
  const form = page.getByRole('dialog', { name: '¿Qué producto es CAM-01-XL?' });
  await form.getByRole('button', { name: 'Enlazar' }).click();
  await expect(form).toContainText('Elige un producto');
  await form.getByLabel('Producto').fill('camisa');
  await page.getByRole('option', { name: /Camisa/ }).click();
  await form.getByRole('button', { name: 'Enlazar' }).click();
  await expect(toasts(page)).toContainText('1 pedido abierto lo esperaba.');
  await expect(page.getByRole('region', { name: 'SKU desconocidos' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect((await stockroom.read(shirt)).reserved).toBe(2);

  await page.getByRole('button', { name: 'Procesar de nuevo' }).click();
  await expect(toasts(page)).toContainText('se está procesando de nuevo');
  expect((await stockroom.read(shirt)).reserved).toBe(2);
  await page.getByRole('link', { name: 'Volver a Entregas' }).click();
  await shop.send({ number: 1002, lines: [{ sku: 'cam-01-xl', quantity: 1 }] });
  await expect(rowOf(page, '#1002')).toContainText('Procesado');
  expect((await stockroom.read(shirt)).reserved).toBe(3);

  await page.goto(`/configuracion?seccion=integraciones&tienda=${shop.channel.id}`);
  const links = page.getByRole('region', { name: 'SKU enlazados' });
  await expect(links).toContainText('CAMISA-XL');
  await links.getByRole('button', { name: 'Olvidar el enlace de CAM-01-XL' }).click();
  await expect(links).toContainText('Cuando enlaces un SKU desconocido');
});

test('what is forged, repeated or missing is said, and a secret is changed without a gap', async ({ stockroom }) => {
  await stockroom.product({ name: 'Clavo', sku: 'CLA-1', currentStock: 10 });
  const shop = await OnlineShop.connect(stockroom.shop);
  const lines = [{ sku: 'CLA-1', quantity: 1 }];
  expect(await shop.send({ number: 1001, lines, secret: 'otro' })).toBe(401);
  expect(await shop.send({ number: 1001, lines })).toBe(200);
  expect(await shop.send({ number: 1001, lines })).toBe(200);
  const page = await stockroom.visit('/pedidos/entregas');
  await expect(rowOf(page, 'Procesado: pedido #1001 creado')).toContainText('Repetida 1 vez');
  await expect(page.getByRole('link', { name: /^Duplicado de la entrega \d+$/ })).toBeVisible();
  await page.getByLabel('Estado').selectOption('Rechazado');
  await page.getByRole('link', { name: /firma incorrecta/i }).click();
  await expect(page.getByRole('group', { name: 'Contenido' })).toContainText('"name": "#1001"');
  const headers = page.getByRole('region', { name: 'Cabeceras' });
  await expect(headers).toContainText('orders/create');
  await expect(headers).toContainText('(oculto)');
  await expect(page.getByRole('button', { name: 'Procesar de nuevo' })).toHaveCount(0);

  await page.goto(`/configuracion?seccion=integraciones&tienda=${shop.channel.id}`);
  await page.getByRole('button', { name: 'Más acciones para Tienda online' }).click();
  await page.getByRole('menuitem', { name: 'Cambiar el secreto' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar secreto' }).click();
  const rotated = page.getByRole('dialog', { name: 'Secreto cambiado' });
  const secret = await rotated.getByRole('textbox', { name: 'Secreto' }).inputValue();
  await expect(rotated).toContainText('El secreto anterior se acepta hasta el');
  await rotated.getByRole('button', { name: 'Hecho' }).click();
  expect(await shop.send({ number: 1002, lines })).toBe(200);
  expect(await shop.send({ number: 1004, lines, secret })).toBe(200);
  // The shop counts its orders one by one: the one between never came.
  const gaps = page.getByRole('region', { name: 'Números de pedido que faltan' });
  await expect(gaps).toContainText('N.º 1003');
  await gaps.getByRole('button', { name: 'Dar por sabido: N.º 1003' }).click();
  await expect(gaps).toHaveCount(0);

  await page.getByRole('switch', { name: 'Recibir los pedidos de Tienda online' }).click();
  await expect(toasts(page)).toContainText('Tienda online ya no recibe pedidos');
  // What comes while it is off is kept, and processed once it is on.
  expect(await shop.send({ number: 1005, lines, secret })).toBe(200);
  await page.getByRole('switch', { name: 'Recibir los pedidos de Tienda online' }).click();
  await page.getByRole('button', { name: 'Procesar lo que llegó' }).click();
  await expect(toasts(page)).toContainText('1 entrega se está procesando');
  await page.goto('/pedidos/entregas');
  await expect(rowOf(page, '#1005')).toContainText('Procesado');
});

test('managers work with deliveries, administrators with shops, and sellers see neither', async ({ stockroom }) => {
  const shop = await OnlineShop.connect(stockroom.shop);
  await shop.send({ number: 1001, lines: [{ sku: 'NADIE', quantity: 1 }] });
  const manager = await stockroom.shop.newAccount({ role: 'Encargado' });
  const page = await stockroom.visit('/pedidos', { as: manager });
  await page.getByRole('link', { name: 'Webhook' }).click();
  const shops = page.getByRole('region', { name: 'Tiendas' });
  await expect(shops).toContainText('1 con SKU desconocido');
  await expect(shops.getByRole('button')).toHaveCount(0);
  await page.getByRole('link', { name: 'Tienda online' }).click();
  await expect(page.getByRole('main')).toContainText('Solo los administradores ven la dirección.');
  await page.goto('/pedidos/entregas');
  await page.getByRole('link', { name: /SKU desconocido: NADIE/ }).click();
  await expect(page.getByRole('button', { name: 'Enlazar NADIE a un producto' })).toBeVisible();
  await wire(page).answer('GET /api/deliveries/999/', { status: 404, body: { detail: 'No existe' } });
  await page.goto('/pedidos/entregas/999');
  await expect(page.getByRole('heading', { name: 'No encontramos esta entrega' })).toBeVisible();

  const seller = await stockroom.shop.newAccount({ role: 'Vendedor' });
  const other = await stockroom.visit('/pedidos', { as: seller });
  await expect(other.getByRole('button', { name: 'Nuevo Pedido' }).first()).toBeVisible();
  await expect(other.getByRole('link', { name: 'Webhook' })).toHaveCount(0);
});
