import type { Page } from '@playwright/test';
import { signInByHand } from './support/sign-in';
import { expect, test } from './support/test';
import { expectSignedOut, wire } from './support/wire';

const change = 'POST /api/profile/change-password/';

type Passwords = { current: string; next: string; confirm?: string };

async function fillIn(page: Page, { current, next, confirm = next }: Passwords) {
  await page.getByLabel('Contraseña actual').fill(current);
  await page.getByLabel('Nueva contraseña', { exact: true }).fill(next);
  await page.getByLabel('Confirmar nueva contraseña').fill(confirm);
}

function submitButton(page: Page) {
  return page.getByRole('button', { name: 'Cambiar Contraseña' });
}

test('changes the password, ends the other sessions and offers another change', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const elsewhere = await visit(await shop.signIn(account), '/soporte');
  await expect(elsewhere.getByRole('heading', { name: 'Soporte' })).toBeVisible();
  expectSignedOut(elsewhere);

  const page = await visit(account, '/profile');
  await page.getByRole('link', { name: /^Cambiar Contraseña/ }).click();
  await expect(page).toHaveURL('/password-change');
  await expect(page).toHaveTitle('Cambiar contraseña · Estante');
  await fillIn(page, { current: account.password, next: 'balda-nueva-9' });
  const release = await wire(page).hold(change);
  await submitButton(page).click();
  await expect(page.getByRole('button', { name: 'Cambiando contraseña…' })).toBeVisible();
  await release();
  await expect(page.getByRole('heading', { name: '¡Contraseña Cambiada!' })).toBeFocused();

  await expect(elsewhere).toHaveURL('/login');

  await page.getByRole('button', { name: 'Cambiar otra contraseña' }).click();
  await expect(page.getByLabel('Contraseña actual')).toHaveValue('');
  await page.getByRole('link', { name: 'Volver a Mi Perfil' }).click();
  await expect(page.getByRole('heading', { name: 'Mi Perfil' })).toBeVisible();
});

test('leads to the dashboard when it is done', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(account, '/password-change');
  await fillIn(page, { current: account.password, next: 'balda-nueva-9' });
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Ir al Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('each field can be shown', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/password-change');
  await fillIn(page, { current: 'uno', next: 'dos', confirm: 'tres' });
  const buttons = page.getByRole('button', { name: 'Mostrar contraseña' });
  await expect(buttons).toHaveCount(3);
  for (let shown = 0; shown < 3; shown += 1) await buttons.first().click();
  for (const name of ['Contraseña actual', 'Nueva contraseña', 'Confirmar nueva contraseña']) {
    await expect(page.getByLabel(name, { exact: true })).toHaveAttribute('type', 'text');
  }
});

test('what is wrong is said before anything is sent', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(account, '/password-change');
  const next = page.getByLabel('Nueva contraseña', { exact: true });
  await submitButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('Todos los campos son obligatorios');
  await fillIn(page, { current: account.password, next: 'corta' });
  await expect(next).toHaveAccessibleDescription('La nueva contraseña debe tener al menos 8 caracteres');
  await fillIn(page, { current: account.password, next: 'balda-nueva-9', confirm: 'balda-nueva-8' });
  await expect(page.getByLabel('Confirmar nueva contraseña')).toHaveAccessibleDescription(
    'Las contraseñas nuevas no coinciden',
  );
  await fillIn(page, { current: account.password, next: account.password });
  await expect(next).toHaveAccessibleDescription('La nueva contraseña debe ser diferente a la actual');
});

test('a wrong current password stands at its field and signs nobody out', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/password-change');
  wire(page).expectRefusal(change, 400);
  await fillIn(page, { current: 'no-es-esta', next: 'balda-nueva-9' });
  await submitButton(page).click();
  const current = page.getByLabel('Contraseña actual');
  await expect(current).toHaveAccessibleDescription('Contraseña actual incorrecta.');
  await expect(current).toBeFocused();
  await expect(page).toHaveURL('/password-change');
});

test('every other refusal has its sentence', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/password-change', { clock: true });
  await fillIn(page, { current: 'estante-alto-7', next: 'balda-nueva-9' });
  const answers = [
    {
      status: 400,
      body: { detail: 'No se entiende' },
      text: 'Datos de contraseña inválidos: No se entiende',
    },
    { status: 500, body: {}, text: 'Error interno del servidor.' },
    { status: 503, body: { detail: 'En obras' }, text: 'Error al cambiar contraseña: En obras' },
    { status: 429, body: { detail: 'Demasiados intentos.' }, text: 'Demasiados intentos.' },
  ];
  for (const { status, body, text } of answers) {
    await wire(page).answer(change, { status, body });
    await submitButton(page).click();
    await expect(page.getByRole('alert')).toHaveText(text);
  }
  await wire(page).drop(change);
  await submitButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('No se puede conectar con el servidor.');

  await wire(page).silence(change);
  const asked = page.waitForRequest('**/api/profile/change-password/');
  await submitButton(page).click();
  await asked;
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('alert')).toHaveText('No se puede conectar con el servidor.');
});

test('without a session the page says what to do, and comes back after signing in', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(null, '/password-change');
  await expect(page.getByText('No hay sesión activa')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Recuperar contraseña' })).toHaveAttribute('href', '/password-recovery');
  await page.getByRole('link', { name: 'Ir a Login' }).click();
  await signInByHand(page, account);
  await expect(page).toHaveURL('/password-change');
  await expect(page.getByLabel('Contraseña actual')).toBeVisible();
});

test('a session that ended meanwhile is said', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/password-change');
  await expect(page.getByLabel('Contraseña actual')).toBeVisible();
  await wire(page).answer(change, { status: 401, body: { detail: 'Sesión expirada' } });
  await fillIn(page, { current: 'estante-alto-7', next: 'balda-nueva-9' });
  await submitButton(page).click();
  await expect(page.getByText('Sesión expirada')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ir a Login' })).toBeVisible();
});
