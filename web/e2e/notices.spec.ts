import type { Page } from '@playwright/test';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const address = '/configuracion?seccion=notificaciones';

function save(page: Page) {
  return page.getByRole('button', { name: 'Guardar Cambios' });
}

test('choices are saved only when something changed, and leaving asks', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(account, address);
  await expect(page.getByText('Este servidor todavía no envía correos')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  const mail = page.getByLabel('Correo: Sin Stock');
  await mail.selectOption('Al momento');
  await expect(save(page)).toBeEnabled();
  await mail.selectOption('Nunca');
  await expect(save(page)).toBeDisabled();

  await mail.selectOption('Al momento');
  await page.getByLabel('Correo: Crítica').selectOption('Resumen diario');
  await page.getByRole('switch', { name: 'Campana: Baja' }).click();
  await page.getByLabel('Hora del resumen diario').fill('19:30');
  await page.getByRole('switch', { name: 'Horas de silencio' }).click();
  await page.getByLabel('Desde').fill('21:00');
  await page.getByLabel('Hasta').fill('21:00');
  wire(page).expectRefusal('PUT /api/profile/notices/', 400);
  await save(page).click();
  await expect(page.getByLabel('Hasta')).toHaveAccessibleDescription('Debe ser distinta de la hora de inicio');
  await expect(page.getByLabel('Hasta')).toBeFocused();
  await page.getByLabel('Hasta').fill('08:15');

  await page.getByRole('link', { name: 'Preferencias', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Seguir editando' }).click();
  await save(page).click();
  await expect(page.getByText('Cambios guardados')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await expect(page.getByText(/El próximo, el .* 19:30/)).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('Correo: Sin Stock')).toHaveValue('now');
  await expect(page.getByLabel('Correo: Crítica')).toHaveValue('daily');
  await expect(page.getByRole('switch', { name: 'Campana: Baja' })).not.toBeChecked();
  await expect(page.getByLabel('Hasta')).toHaveValue('08:15');
});

test('an alert is mailed at once to who wants it, of the categories they chose', async ({ newShop, visit }) => {
  const shop = await newShop();
  const make = (sku: string, category?: string) =>
    shop.as<{ idProduct: number }>(shop.admin, {
      method: 'POST',
      path: '/api/products/',
      body: { sku, name: `Taladro ${sku}`, stock: 20, ...(category && { category }) },
    });
  const empty = (id: number) =>
    shop.as(shop.admin, {
      method: 'POST',
      path: `/api/products/${id}/adjust_stock/`,
      body: { type: 'out', quantity: 20 },
    });
  const tool = await make('H-1', 'Herramientas');
  const other = await make('O-1');

  const page = await visit(shop.admin, address, { shop });
  await page.getByLabel('Correo: Sin Stock').selectOption('Al momento');
  await page.getByRole('radio', { name: 'Solo de algunas' }).check();
  wire(page).expectRefusal('PUT /api/profile/notices/', 400);
  await save(page).click();
  await expect(page.getByText('Elige al menos una categoría, o todas')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Herramientas' }).click();
  await save(page).click();
  await expect(page.getByText('Cambios guardados')).toBeVisible();

  await empty(other.idProduct);
  await empty(tool.idProduct);
  const told = await shop.traysMail(({ text }) => text.includes('Taladro'));
  expect(told.to).toBe(shop.admin.user.email);
  expect(told.text).toContain('Sin stock: Taladro H-1');
  expect(told.text).toContain(`${shop.address}/alertas-stock/`);
  expect(told.text).not.toContain('O-1');
});

test('a failure keeps what was chosen', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), address);
  await page.getByLabel('Correo: Baja').selectOption('Resumen diario');
  await wire(page).answer('PUT /api/profile/notices/', {
    status: 500,
    body: { detail: 'Error interno del servidor' },
  });
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText('Error interno del servidor');
  await expect(page.getByLabel('Correo: Baja')).toHaveValue('daily');
  await page.getByRole('button', { name: 'Deshacer cambios' }).click();
  await expect(page.getByLabel('Correo: Baja')).toHaveValue('none');
  await expect(save(page)).toBeDisabled();
});
