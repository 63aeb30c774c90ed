import type { Page } from '@playwright/test';
import { retry } from './support/screen';
import { newcomer } from './support/shop';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const inbox = 'GET /api/notifications/';

function bell(page: Page) {
  return page.getByRole('banner').getByRole('button', { name: /^Notificaciones/ });
}

test.afterEach(async ({ shop }) => {
  await shop.setRegistration('open');
});

test('a new account rings the bell of an administrator at once', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount({ role: 'Administrador' }), '/soporte');
  await expect(bell(page)).toHaveAccessibleName('Notificaciones');
  await shop.setRegistration('approval');
  const first = newcomer({ firstName: 'Pere', lastName: 'Puig' });
  await shop.register(first);
  await expect(bell(page)).toHaveAccessibleName('Notificaciones, 1 sin leer');
  await shop.register(newcomer());
  await expect(bell(page)).toHaveAccessibleName('Notificaciones, 2 sin leer');

  await bell(page).click();
  const list = page.getByRole('dialog', { name: 'Notificaciones' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list).toContainText(`Pere Puig (${first.username}) ha pedido una cuenta.`);
  await list.getByRole('button', { name: 'Marcar como leída: Cuenta por aprobar' }).first().click();
  await expect(bell(page)).toHaveAccessibleName('Notificaciones, 1 sin leer');
  await list.getByRole('button', { name: 'Marcar todas como leídas' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notificaciones');
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(bell(page)).toBeFocused();
});

test('a notification leads to what it is about and is then read', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount({ role: 'Administrador' }), '/soporte');
  await shop.setRegistration('approval');
  await shop.register(newcomer());
  await bell(page).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Cuenta por aprobar' }).click();
  await expect(page).toHaveURL('/configuracion?seccion=usuarios');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(bell(page)).toHaveAccessibleName('Notificaciones');
});

test('only administrators hear of it', async ({ shop, visit }) => {
  const admin = await visit(await shop.newAccount({ role: 'Administrador' }), '/soporte');
  const page = await visit(await shop.newAccount(), '/soporte');
  await shop.setRegistration('approval');
  await shop.register(newcomer());
  await expect(bell(admin)).toHaveAccessibleName('Notificaciones, 1 sin leer');
  await bell(page).click();
  await expect(page.getByRole('dialog')).toContainText('Sin notificaciones');
});

test('a bell that cannot be read or marked says so', async ({ shop, visit }) => {
  const account = await shop.newAccount({ role: 'Administrador' });
  await shop.setRegistration('approval');
  await shop.register(newcomer());
  const page = await visit(account, '/soporte', { clock: true });
  await expect(bell(page)).toHaveAccessibleName('Notificaciones, 1 sin leer');
  await bell(page).click();
  const list = page.getByRole('dialog');
  await wire(page).answer('POST /api/notifications/read-all/', { status: 500, body: {} });
  await list.getByRole('button', { name: 'Marcar todas como leídas' }).click();
  await expect(list.getByRole('alert')).toHaveText('No se pudo marcar como leída');

  await wire(page).answer(inbox, { status: 500, body: { detail: 'Se ha roto' } });
  await page.reload();
  await bell(page).click();
  await page.clock.runFor(2_000);
  await expect(list.getByRole('alert')).toContainText('No se pudieron cargar las notificaciones');
  await wire(page).restore(inbox);
  await retry(list);
  await expect(list.getByRole('listitem')).toHaveCount(1);
});
