import type { Page } from '@playwright/test';
import { choosePassword, signInByHand } from './support/sign-in';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const recovery = 'POST /api/auth/password-recovery/';
const reset = 'POST /api/auth/password-reset/';

async function ask(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Enviar Enlace de Recuperación' }).click();
}

test('a forgotten password is chosen anew by the link, once', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(null, '/password-recovery');
  await expect(page).toHaveTitle('Recuperar contraseña · Estante');
  await expect(page.getByLabel('Email')).toBeFocused();
  await ask(page, account.email);
  await expect(page.getByRole('heading', { name: '¡Correo Enviado!' })).toBeFocused();
  await expect(page.getByText(account.email)).toBeVisible();

  const link = await shop.recoveryLink(account.email);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Elegir contraseña' })).toBeVisible();
  await expect(page.getByLabel('Contraseña actual')).toHaveCount(0);
  await choosePassword(page, 'balda-nueva-9');
  await expect(page.getByRole('heading', { name: '¡Contraseña Cambiada!' })).toBeFocused();

  await page.getByRole('link', { name: 'Ir al Dashboard' }).click();
  await expect(page).toHaveURL('/login');
  await signInByHand(page, { ...account, password: 'balda-nueva-9' });
  await expect(page).toHaveURL('/dashboard');

  // The same link again, now by a user who found it.
  const thief = await visit(null, link.replace(shop.address, ''));
  wire(thief).expectRefusal(reset, 400);
  await choosePassword(thief, 'otra-balda-10');
  await expect(thief.getByRole('alert')).toContainText(/enlace.*(caducado|usado|válido)/i);
  await thief.getByRole('link', { name: 'Pedir otro enlace' }).click();
  await expect(thief).toHaveURL('/password-recovery');
});

test('a link ends the sessions that were open, here too', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(account, '/password-recovery');
  await ask(page, account.email);
  await expect(page.getByRole('heading', { name: '¡Correo Enviado!' })).toBeVisible();
  await page.goto(await shop.recoveryLink(account.email));
  wire(page).expectAnyRefusal(401);
  await choosePassword(page, 'balda-nueva-9');
  await expect(page.getByRole('heading', { name: '¡Contraseña Cambiada!' })).toBeVisible();
  await page.getByRole('link', { name: 'Ir al Dashboard' }).click();
  await expect(page).toHaveURL('/login');
});

test('an unknown address gets the same answer', async ({ visit }) => {
  const page = await visit(null, '/password-recovery');
  await ask(page, 'nadie@ejemplo.es');
  await expect(page.getByRole('heading', { name: '¡Correo Enviado!' })).toBeVisible();
  await expect(page.getByText('nadie@ejemplo.es')).toBeVisible();

  await page.getByRole('button', { name: 'Intentar con otro correo' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('');
  await ask(page, 'alguien@ejemplo.es');
  await expect(page.getByText('alguien@ejemplo.es')).toBeVisible();
  await page.getByRole('link', { name: 'Volver al Login' }).click();
  await expect(page).toHaveURL('/login');
});

test('the address is required and has a form', async ({ visit }) => {
  const page = await visit(null, '/password-recovery');
  await ask(page, '');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('El email es requerido');
  await ask(page, 'sin-arroba');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('El email no es válido');
});

test('a request that fails says so and keeps the address', async ({ visit }) => {
  const page = await visit(null, '/password-recovery', { clock: true });
  const sentence = 'Error al enviar el correo de recuperación. Inténtalo de nuevo.';
  await wire(page).answer(recovery, { status: 500, body: {} });
  await ask(page, 'nuria@ejemplo.es');
  await expect(page.getByRole('alert')).toHaveText(sentence);
  await wire(page).drop(recovery);
  await ask(page, 'nuria@ejemplo.es');
  await expect(page.getByRole('alert')).toHaveText(sentence);

  await wire(page).silence(recovery);
  const asked = page.waitForRequest('**/api/auth/password-recovery/');
  await ask(page, 'nuria@ejemplo.es');
  await asked;
  await expect(page.getByRole('button', { name: 'Enviando enlace…' })).toBeVisible();
  await page.clock.fastForward(30_000);
  await expect(page.getByRole('alert')).toHaveText(sentence);
  await expect(page.getByLabel('Email')).toHaveValue('nuria@ejemplo.es');

  await wire(page).answer(recovery, { status: 429, body: { detail: 'Demasiados intentos.' } });
  await ask(page, 'nuria@ejemplo.es');
  await expect(page.getByRole('alert')).toHaveText('Demasiados intentos.');
  await wire(page).answer(recovery, { status: 400, body: { email: ['Esa dirección no existe'] } });
  await ask(page, 'nuria@ejemplo.es');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Esa dirección no existe');
});

test('by link the new password has to be typed well too', async ({ visit }) => {
  const page = await visit(null, '/password-change#token=inventado');
  await page.getByRole('button', { name: 'Cambiar Contraseña' }).click();
  await expect(page.getByRole('alert')).toHaveText('Todos los campos son obligatorios');
  await choosePassword(page, 'corta');
  await expect(page.getByLabel('Nueva contraseña', { exact: true })).toHaveAccessibleDescription(
    'La nueva contraseña debe tener al menos 8 caracteres',
  );
  await choosePassword(page, 'balda-nueva-9', 'balda-nueva-8');
  await expect(page.getByLabel('Confirmar nueva contraseña')).toHaveAccessibleDescription(
    'Las contraseñas nuevas no coinciden',
  );
  wire(page).expectRefusal(reset, 400);
  await choosePassword(page, 'balda-nueva-9');
  await expect(page.getByRole('alert')).toContainText(/enlace/i);
});
