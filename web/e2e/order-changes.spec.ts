import type { Locator, Page } from '@playwright/test';
import { rowOf, toasts } from './support/screen';
import { expect, test } from './support/test';
import { wire } from './support/wire';

async function openForm(page: Page, action: string): Promise<Locator> {
  await page.getByRole('button', { name: action, exact: true }).click();
  // A toast is a dialog as well, but it has no form.
  return page.getByRole('dialog').filter({ has: page.locator('form') });
}

test('an order is written anew while its status allows it', async ({ stockroom }) => {
  const nail = await stockroom.product({ name: 'Clavo', sku: 'CLA-1', currentStock: 10 });
  const shelf = await stockroom.product({ name: 'Balda', sku: 'BAL-1', currentStock: 3, price: 25 });
  const order = await stockroom.order([[nail, 2]]);
  const call = `PATCH /api/pedidos/${order.id}/` as const;
  const page = await stockroom.visit(`/pedidos/${order.id}`);

  let form = await openForm(page, 'Editar');
  await expect(form.getByLabel('Cliente')).toBeFocused();
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(form.getByRole('status')).toHaveText('No has cambiado nada.');
  await form.getByLabel('Cliente').fill('Ana Gil Ros');
  await form.getByLabel('Cantidad').fill('4');
  await form.getByRole('button', { name: 'Añadir artículo' }).click();
  const added = form.getByRole('listitem').nth(1);
  await added.getByLabel('Producto').fill('bal');
  await page.getByRole('option', { name: /Balda/ }).click();
  await expect(added.getByLabel('Precio unitario')).toHaveValue('25,00');
  await added.getByLabel('Cantidad').fill('5');
  await expect(added).toContainText('Hay 3 disponibles: faltarán 2 uds.');
  await form.getByText('Direcciones').click();
  await form.getByLabel('Calle y número').fill('Mayor 1');
  // What was typed outlives an answer that never came.
  await wire(page).drop(call);
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(form.getByRole('alert')).toContainText('No se pudo guardar el pedido');
  await wire(page).restore(call);
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(toasts(page)).toContainText(`Pedido ${order.orderNumber} actualizado`);
  await expect(page.getByRole('button', { name: 'Editar', exact: true })).toBeFocused();
  await expect(rowOf(page, 'CLA-1')).toContainText('4 reservadas');
  await expect(rowOf(page, 'BAL-1')).toContainText('faltan 2');
  await expect(page.getByRole('main')).toContainText('Mayor 1');
  expect(await stockroom.read(nail)).toMatchObject({ reserved: 4 });

  // Another user is faster: both changes end up in the order.
  form = await openForm(page, 'Editar');
  await form.getByLabel('Notas').fill('Envolver para regalo');
  const path = `/api/pedidos/${order.id}/`;
  const { admin } = stockroom.shop;
  await stockroom.shop.as(admin, { method: 'PATCH', path, body: { customerEmail: 'ana@ejemplo.es' } });
  wire(page).expectRefusal(call, 412);
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(form).toContainText('Alguien ha cambiado este pedido mientras tanto');
  await expect(form.getByLabel('Email')).toHaveValue('ana@ejemplo.es');
  await expect(form.getByLabel('Notas')).toHaveValue('Envolver para regalo');
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByRole('main')).toContainText('Envolver para regalo');
  await expect(page.getByRole('main')).toContainText('ana@ejemplo.es');

  await stockroom.entry(shelf, { quantity: 5 });
  await stockroom.moveOrder(order, 'processing');
  await expect(page.getByRole('button', { name: 'Enviar pedido' })).toBeVisible();
  form = await openForm(page, 'Editar');
  await expect(form).toContainText('Sus artículos solo se pueden cambiar mientras está pendiente.');
  await expect(form.getByLabel('Cantidad')).toHaveCount(0);
  await form.getByRole('button', { name: 'Cancelar' }).click();
  await stockroom.moveOrder(order, 'shipped');
  await expect(page.getByRole('button', { name: 'Marcar como entregado' })).toBeVisible();
  form = await openForm(page, 'Editar');
  await expect(form.getByRole('textbox')).toHaveCount(1);
  await form.getByLabel('Notas').fill('');
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByRole('main')).not.toContainText('Envolver para regalo');
});

test('a part is given up before it leaves, and a part comes back afterwards', async ({ stockroom }) => {
  const nail = await stockroom.product({ name: 'Clavo', sku: 'CLA-1', currentStock: 10 });
  const shelf = await stockroom.product({ name: 'Balda', sku: 'BAL-1', currentStock: 5 });
  const order = await stockroom.order([
    [nail, 4],
    [shelf, 2],
  ]);
  const call = `POST /api/pedidos/${order.id}/refunds/` as const;
  const page = await stockroom.visit(`/pedidos/${order.id}`);

  let form = await openForm(page, 'Anular artículos');
  await form.getByRole('button', { name: 'Anular artículos' }).click();
  await expect(form.getByRole('alert')).toContainText('Indica la cantidad de al menos un artículo');
  await form.getByLabel('Cantidad').first().fill('5');
  await form.getByRole('button', { name: 'Anular artículos' }).click();
  await expect(form).toContainText('Como mucho, 4');
  await form.getByLabel('Cantidad').first().fill('1');
  await expect(form.getByRole('status')).toContainText('Se libera 1 ud. del stock reservado.');
  await form.getByRole('button', { name: 'Anular artículos' }).click();
  await expect(toasts(page)).toContainText('1 ud. anulada');
  await expect(rowOf(page, 'CLA-1')).toContainText('3 reservadas · 1 anulada');
  expect(await stockroom.read(nail)).toMatchObject({ reserved: 3, currentStock: 10 });

  await stockroom.moveOrder(order, 'processing', 'shipped');
  form = await openForm(page, 'Devolver artículos');
  await form.getByLabel('Cantidad').first().fill('2');
  await form.getByLabel('Cantidad').nth(1).fill('1');
  await form.getByRole('checkbox', { name: 'Vuelven al stock' }).nth(1).click();
  await expect(form.getByRole('status')).toContainText('Vuelven al stock 2 uds.');
  await expect(form.getByRole('status')).toContainText('1 ud. se reembolsa sin volver al stock.');
  // Another user has taken back all of one line meanwhile: its field says what is left.
  const refund = {
    key: 'mostrador',
    lines: [{ itemId: order.items[0]?.id, quantity: 2, restock: 'return' }],
  };
  const { admin } = stockroom.shop;
  await stockroom.shop.as(admin, { method: 'POST', path: `/api/pedidos/${order.id}/refunds/`, body: refund });
  wire(page).expectRefusal(call, 400);
  await form.getByRole('button', { name: 'Registrar devolución' }).click();
  await expect(form).toContainText('De este artículo solo se puede devolver 1 unidad');
  await expect(form.getByLabel('Cantidad').first()).toBeFocused();
  await form.getByLabel('Cantidad').first().fill('1');
  await form.getByRole('button', { name: 'Registrar devolución' }).click();
  await expect(toasts(page)).toContainText('2 uds. devueltas');
  expect((await stockroom.read(nail)).currentStock).toBe(10);
  expect((await stockroom.read(shelf)).currentStock).toBe(3);
  await expect(rowOf(page, 'BAL-1')).toContainText('2 enviadas · 1 reembolsada');

  // The last unit ends the order.
  form = await openForm(page, 'Devolver artículos');
  await expect(form.getByRole('listitem')).toHaveCount(1);
  await form.getByLabel('Cantidad').fill('1');
  await expect(form.getByRole('status')).toContainText('el pedido quedará devuelto');
  await form.getByRole('button', { name: 'Registrar devolución' }).click();
  await expect(page.getByRole('button', { name: 'Devolver artículos' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 }).locator('xpath=..')).toContainText('Devuelto');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
