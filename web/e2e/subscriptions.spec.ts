import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { isSigned, Receiver } from './support/receiver';
import type { Shop } from './support/shop';
import { test as base, expect } from './support/test';
import { wire } from './support/wire';

const address = '/configuracion?seccion=integraciones';

const test = base.extend<{ receiver: Receiver }>({
  // A fixture has to name another, and this one needs none.
  receiver: async ({ binary }, provide) => {
    void binary;
    const receiver = await Receiver.open();
    await provide(receiver);
    await receiver.close();
  },
});

type Made = { id: number; secret: string };

function subscribe(shop: Shop, name: string, url: string): Promise<Made> {
  const body = { name, url, events: ['stock.changed'] };
  return shop.as<Made>(shop.admin, { method: 'POST', path: '/api/subscriptions/', body });
}

function rowOf(page: Page, name: string) {
  return page.getByRole('table', { name: 'Webhooks de salida' }).getByRole('row').filter({ hasText: name });
}

async function choose(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `Opciones de ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a webhook is added with its secret, tested, and told of a change of stock', async ({
  newShop,
  visit,
  receiver,
}) => {
  const shop = await newShop();
  const { idProduct } = await shop.as<{ idProduct: number }>(shop.admin, {
    method: 'POST',
    path: '/api/products/',
    body: { sku: 'WEB-1', name: 'Escalera plegable', stock: 5 },
  });
  const page = await visit(shop.admin, address, { shop });
  await expect(page.getByText('Aún no hay webhooks de salida')).toBeVisible();
  await page.getByRole('button', { name: 'Añadir webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Añadir webhook de salida' });
  await expect(dialog.getByLabel('Nombre')).toBeFocused();
  await dialog.getByLabel('Nombre').fill('Contabilidad');
  await dialog.getByLabel('Dirección').fill('ftp://example.com/');
  await dialog.getByRole('checkbox', { name: 'Cambia el stock de un producto' }).check();
  wire(page).expectRefusal('POST /api/subscriptions/', 400);
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByLabel('Dirección')).toHaveAccessibleDescription('La dirección debe empezar por https://');
  await expect(dialog.getByLabel('Dirección')).toBeFocused();
  await dialog.getByLabel('Dirección').fill(receiver.address);
  await dialog.getByRole('button', { name: 'Añadir webhook' }).click();

  const shown = page.getByRole('dialog', { name: 'El secreto del webhook' });
  const secret = await shown.getByLabel('Secreto', { exact: true }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  await shown.getByRole('button', { name: 'Ya lo he copiado' }).click();
  await expect(rowOf(page, 'Contabilidad')).toContainText('1 evento');

  await choose(page, 'Contabilidad', 'Enviar una prueba');
  await page.getByRole('button', { name: 'Ver el registro' }).click();
  const log = page.getByRole('region', { name: 'Registro de envíos' });
  await expect(log.getByRole('row').filter({ hasText: 'Prueba' })).toContainText('Entregado');
  expect(receiver.received).toHaveLength(1);

  const change = { type: 'out', quantity: 2, reason: 'damage' };
  const path = `/api/products/${idProduct}/adjust_stock/`;
  await shop.as(shop.admin, { method: 'POST', path, body: change });
  const row = log.getByRole('row').filter({ hasText: 'Cambia el stock de un producto' });
  await expect(row).toContainText('Entregado');
  const told = receiver.received[1];
  expect(told && isSigned(told, secret)).toBe(true);
  expect(JSON.parse(told?.body ?? '{}')).toMatchObject({
    type: 'stock.changed',
    data: { movements: [{ sku: 'WEB-1', quantity: -2, stockAfter: 3 }] },
  });
  await row.getByRole('button', { name: /^Ver el mensaje/ }).click();
  const message = page.getByRole('dialog', { name: 'Mensaje' });
  await expect(message.getByRole('region', { name: 'Contenido enviado' })).toContainText('"sku": "WEB-1"');
  await expect(message.getByRole('region', { name: 'Intentos' })).toContainText('recibido');
  await expectAccessible(page, 'a message to a webhook', { within: ['[role=dialog]'] });
});

test('a receiver that fails is tried again, and a message is sent once more by hand', async ({
  newShop,
  visit,
  receiver,
}) => {
  const shop = await newShop();
  const { id } = await subscribe(shop, 'Tienda', receiver.address);
  receiver.status = 500;
  const page = await visit(shop.admin, `${address}&webhook=${id}`, { shop });
  await expect(page.getByText('Aún no se ha enviado nada')).toBeVisible();
  await page.getByRole('button', { name: 'Enviar una prueba' }).click();
  const row = page.getByRole('region', { name: 'Registro de envíos' }).getByRole('row').filter({ hasText: 'Prueba' });
  await expect(row).toContainText('Se reintenta');
  await expect(row).toContainText('El receptor respondió 500');
  await expect(row).toContainText('Próximo intento');
  receiver.status = 204;
  await row.getByRole('button', { name: /^Reenviar/ }).click();
  await expect(row).toContainText('Entregado');
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);

  await page.getByLabel('Resultado').selectOption('No entregado');
  await expect(page.getByText('Ningún envío con ese resultado')).toBeVisible();
  await expect(page).toHaveURL(/estado=failed/);
  await page.getByRole('link', { name: 'Volver a Integraciones' }).click();
  await expect(rowOf(page, 'Tienda')).toContainText('Respondió 204');
});

test('a receiver that is gone switches its webhook off, and the bell says so', async ({ newShop, visit, receiver }) => {
  const shop = await newShop();
  const { id } = await subscribe(shop, 'Antiguo', receiver.address);
  receiver.status = 410;
  const page = await visit(shop.admin, `${address}&webhook=${id}`, { shop });
  await page.getByRole('button', { name: 'Enviar una prueba' }).click();
  await expect(page.getByText('Se ha desactivado solo')).toBeVisible();
  await page.getByRole('button', { name: /^Notificaciones/ }).click();
  await page.getByRole('link', { name: /Webhook desactivado/ }).click();
  const toggle = page.getByRole('switch', { name: 'Antiguo activo' });
  await expect(toggle).not.toBeChecked();
  await toggle.click();
  await expect(page.getByText('Antiguo está activo')).toBeVisible();
  await expect(toggle).toBeChecked();
});

test('a webhook is edited, gets a new secret, and is deleted', async ({ newShop, visit, receiver }) => {
  const shop = await newShop();
  const { secret } = await subscribe(shop, 'Almacén', receiver.address);
  const page = await visit(shop.admin, address, { shop });
  await choose(page, 'Almacén', 'Editar');
  const dialog = page.getByRole('dialog', { name: 'Editar webhook de salida' });
  await dialog.getByLabel('Nombre').fill('Nave');
  await dialog.getByRole('checkbox', { name: 'Llega un pedido nuevo' }).check();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(rowOf(page, 'Nave')).toContainText('2 eventos');

  await choose(page, 'Nave', 'Cambiar el secreto…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cambiar el secreto' }).click();
  const shown = page.getByRole('dialog', { name: 'El secreto del webhook' });
  const fresh = await shown.getByLabel('Secreto', { exact: true }).inputValue();
  await expect(shown).toContainText('la firma del secreto anterior');
  await page.keyboard.press('Escape');
  await choose(page, 'Nave', 'Enviar una prueba');
  await expect.poll(() => receiver.received.length).toBe(1);
  const [told] = receiver.received;
  expect(told && isSigned(told, secret) && isSigned(told, fresh)).toBe(true);

  await choose(page, 'Nave', 'Eliminar…');
  await page.getByRole('alertdialog', { name: '¿Eliminar «Nave»?' }).getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Aún no hay webhooks de salida')).toBeVisible();
});
