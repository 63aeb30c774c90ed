import { rowOf, toasts } from './support/screen';
import { expect, test } from './support/test';
import { wire } from './support/wire';

test('stock leaves with the shipment and comes back with the return', async ({ stockroom }) => {
  const nail = await stockroom.product({ name: 'Clavo', sku: 'CLA-1', currentStock: 1 });
  const order = await stockroom.order([
    [nail, 3],
    [nail, 1],
  ]);
  const page = await stockroom.visit(`/pedidos/${order.id}`);
  const question = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'Procesar pedido' }).click();
  await expect(question).toContainText(`¿Empezar a procesar el pedido ${order.orderNumber}?`);
  await expect(question).toContainText('El stock no cambia: 4 uds. siguen reservadas.');
  await expect(question.getByRole('button', { name: 'Volver' })).toBeFocused();
  await question.getByRole('button', { name: 'Procesar' }).click();
  await expect(toasts(page)).toContainText('en proceso');

  await page.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(question).toContainText('Saldrán del stock 4 uds.');
  await expect(question).toContainText('Según las reservas faltan 3 uds.');
  wire(page).expectRefusal(`PATCH /api/pedidos/${order.id}/`, 400);
  await question.getByRole('button', { name: 'Enviar' }).click();
  await expect(question.getByRole('alert')).toContainText('Falta stock de CLA-1: faltan 3 unidades');
  await question.getByRole('button', { name: 'Volver' }).click();
  expect((await stockroom.read(nail)).currentStock).toBe(1);

  // What arrives elsewhere covers it, and the page says so by itself.
  await stockroom.entry(nail, { quantity: 10 });
  await expect(page.getByText('Faltan 3 uds. para este pedido')).toHaveCount(0);
  await page.getByRole('button', { name: 'Enviar pedido' }).click();
  await question.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByRole('button', { name: 'Marcar como entregado' })).toBeVisible();
  // The button that was pressed is gone: the focus waits at the title, not at the end of the page.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const effects = page.getByRole('region', { name: 'Efectos en el stock' }).getByRole('listitem');
  await expect(effects).toHaveText([/^ClavoEnvío.*−3$/, /^ClavoEnvío.*−1$/]);
  expect(await stockroom.read(nail)).toMatchObject({ currentStock: 7, reserved: 0 });

  await page.getByRole('button', { name: 'Marcar como entregado' }).click();
  await expect(question).toContainText('El stock no cambia: salió al enviarlo.');
  await question.getByRole('button', { name: 'Marcar como entregado' }).click();
  await page.getByRole('button', { name: 'Registrar devolución' }).click();
  await expect(question).toContainText('Vuelven al stock 4 uds.');
  await question.getByRole('button', { name: 'Registrar devolución' }).click();
  await expect(effects).toHaveCount(4);
  await expect(effects.last()).toHaveText(/^ClavoDevolución.*\+1$/);
  expect((await stockroom.read(nail)).currentStock).toBe(11);
  await expect(page.getByRole('region', { name: 'Historial' }).getByRole('listitem')).toContainText([
    'Pedido creado',
    'Pasa a «Procesando»',
    'Pasa a «Enviado»',
    'Pasa a «Entregado»',
    'Pasa a «Devuelto»',
  ]);
  // Nothing leaves this status; its notes can still be written.
  await expect(page.getByRole('main').getByRole('button')).toHaveText([/^Lista de embalaje/, 'Editar']);
});

test('cancelling frees what was reserved', async ({ stockroom }) => {
  const shelf = await stockroom.product({ name: 'Balda', currentStock: 5 });
  const order = await stockroom.order([[shelf, 2]]);
  const page = await stockroom.visit(`/pedidos/${order.id}`);
  await page.getByRole('button', { name: 'Cancelar pedido' }).click();
  const question = page.getByRole('alertdialog', { name: `¿Cancelar el pedido ${order.orderNumber}?` });
  await expect(question).toContainText('Se liberan 2 uds. reservadas, que vuelven a estar disponibles.');
  await question.getByRole('button', { name: 'Cancelar pedido' }).click();
  await expect(page.getByText('Este pedido aún no ha movido stock.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 }).locator('xpath=..')).toContainText('Cancelado');
  expect(await stockroom.read(shelf)).toMatchObject({ currentStock: 5, reserved: 0, available: 5 });
});

test('somebody else was faster', async ({ stockroom }) => {
  const shelf = await stockroom.product({ name: 'Balda', currentStock: 50 });
  const order = await stockroom.order([[shelf, 1]]);
  const call = `PATCH /api/pedidos/${order.id}/` as const;
  const page = await stockroom.visit(`/pedidos/${order.id}`);
  const question = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'Procesar pedido' }).click();
  // The page must not hear of the other change before it asks for its own.
  await wire(page).answer(call, { status: 412, body: { detail: 'El pedido ha cambiado' } });
  await question.getByRole('button', { name: 'Procesar' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('Alguien ha cambiado este pedido mientras tanto');
  await expect(page.getByRole('main')).toContainText('Ahora está en «Pendiente». Revísalo antes de seguir.');
  await wire(page).answer(call, {
    status: 409,
    body: { detail: 'Un pedido en estado «Cancelado» ya no cambia de estado' },
  });
  await page.getByRole('button', { name: 'Procesar pedido' }).click();
  await question.getByRole('button', { name: 'Procesar' }).click();
  await expect(page.getByRole('main')).toContainText('Un pedido en estado «Cancelado» ya no cambia de estado');
  await wire(page).restore(call);
  await page.getByRole('button', { name: 'Procesar pedido' }).click();
  await question.getByRole('button', { name: 'Procesar' }).click();
  await expect(page.getByRole('button', { name: 'Enviar pedido' })).toBeVisible();
  await expect(page.getByText('ya no cambia de estado')).toHaveCount(0);
});

test('a SKU that nobody knows is flagged, and a shop’s order says where it came from', async ({ stockroom }) => {
  const shelf = await stockroom.product({ name: 'Balda', currentStock: 50 });
  const order = await stockroom.order([[shelf, 1]]);
  const [item] = order.items;
  const unknown = {
    ...item,
    id: 999,
    productId: null,
    productName: 'Camisa',
    productSku: 'CAM-01-XL',
    reserved: 0,
  };
  const body = {
    ...order,
    currency: 'USD',
    externalOrderId: '820982911946154508',
    items: [...order.items, unknown],
    unmatched: 1,
    webhookData: { source: 'shopify', receivedAt: order.createdAt, processed: true },
  };
  const page = await stockroom.visit('/soporte');
  await wire(page).answer(`GET /api/pedidos/${order.id}/`, { status: 200, body });
  await page.goto(`/pedidos/${order.id}`);
  await expect(page.getByText('Un artículo tiene un SKU desconocido')).toBeVisible();
  await expect(rowOf(page, 'CAM-01-XL')).toContainText('SKU desconocido');
  await expect(rowOf(page, 'CAM-01-XL').getByRole('link')).toHaveCount(0);
  await expect(rowOf(page, 'CAM-01-XL')).toContainText('10,00 $');
  const webhook = page.getByRole('region', { name: 'Datos del webhook' });
  await expect(webhook).toContainText('OrigenShopify');
  await expect(webhook).toContainText('820982911946154508');
  await expect(webhook).toContainText('ProcesadoSí');
});
