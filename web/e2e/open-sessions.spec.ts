import { devices, type Page } from '@playwright/test';
import { retry } from './support/screen';
import { signInByHand } from './support/sign-in';
import { expect, test } from './support/test';
import { expectSignedOut, wire } from './support/wire';

function sessions(page: Page) {
  return page.getByRole('region', { name: 'Sesiones abiertas' });
}

test('lists the sessions and ends one of them on the other device', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(account, '/profile');
  await expect(sessions(page)).toContainText('Solo tienes abierta la sesión que estás usando.');

  const { userAgent } = devices['Pixel 7'];
  const phone = await visit(null, '/login', { userAgent });
  await signInByHand(phone, account);
  await expect(phone).toHaveURL('/dashboard');
  // The list hears of the other session by itself.
  await expect(sessions(page)).toContainText('2 sesiones abiertas');
  await expect(sessions(page).getByRole('listitem').first()).toContainText('Esta sesión');

  expectSignedOut(phone);
  await sessions(page).getByRole('button', { name: 'Cerrar la sesión de Chrome en Android' }).click();
  const question = page.getByRole('alertdialog', { name: '¿Cerrar la sesión de «Chrome en Android»?' });
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await question.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByText('Sesión cerrada', { exact: true })).toBeVisible();
  await expect(sessions(page).getByRole('listitem')).toHaveCount(1);

  await expect(phone).toHaveURL('/login');
});

test('ends all the others at once', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const second = await visit(await shop.signIn(account), '/soporte');
  await shop.signIn(account);
  const page = await visit(account, '/profile');
  await expect(sessions(page).getByRole('listitem')).toHaveCount(3);

  expectSignedOut(second);
  await sessions(page).getByRole('button', { name: 'Cerrar las demás' }).click();
  const question = page.getByRole('alertdialog', { name: '¿Cerrar las demás sesiones?' });
  await expect(question).toContainText('Se cerrarán 2 sesiones');
  await question.getByRole('button', { name: 'Cerrar las demás' }).click();
  await expect(page.getByText('Se han cerrado las demás sesiones')).toBeVisible();
  await expect(sessions(page).getByRole('listitem')).toHaveCount(1);
  await expect(second).toHaveURL('/login');
  await page.reload();
  await expect(sessions(page)).toBeVisible();
});

test('an end that fails is said in its question', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  await shop.signIn(account);
  const page = await visit(account, '/profile');
  await wire(page).answer('DELETE /api/profile/sessions/', { status: 500, body: { detail: 'Se ha roto' } });
  await sessions(page).getByRole('button', { name: 'Cerrar las demás' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Cerrar las demás' }).click();
  await expect(question.getByRole('alert')).toHaveText('Se ha roto');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(sessions(page).getByRole('listitem')).toHaveCount(2);
});

test('a list that cannot be read is asked for again', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(account, '/soporte', { clock: true });
  await wire(page).answer('GET /api/profile/sessions/', { status: 503, body: { detail: 'En obras' } });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Mi Perfil' }).click();
  await expect(page.getByRole('region', { name: 'Información personal' })).toContainText(account.email);
  await page.clock.runFor(2_000);
  const failed = sessions(page).getByRole('alert');
  await expect(failed).toContainText('No se pudieron cargar las sesiones');
  await wire(page).restore('GET /api/profile/sessions/');
  await retry(failed);
  await expect(sessions(page).getByRole('listitem')).toHaveCount(1);
});
