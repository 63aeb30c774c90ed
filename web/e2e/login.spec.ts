import type { Page } from '@playwright/test';
import { newcomer } from './support/shop';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const login = 'POST /api/auth/login/';

async function fillIn(page: Page, { username, password }: { username: string; password: string }) {
  await page.getByLabel('Usuario', { exact: true }).fill(username);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
}

function submitButton(page: Page) {
  return page.getByRole('button', { name: 'Iniciar Sesión' });
}

test('signs in and keeps the session in the browser', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(null, '/login');

  await expect(page).toHaveTitle('Iniciar sesión · Estante');
  await expect(page.getByText('Gestión de stock e inventario')).toBeVisible();
  await expect(page.getByLabel('Usuario', { exact: true })).toBeFocused();
  await fillIn(page, account);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL('/dashboard');
  const { origins } = await page.context().storageState();
  const kept = origins.flatMap(({ localStorage }) => localStorage.map(({ name }) => name));
  expect(kept).toEqual(expect.arrayContaining(['sessionToken', 'user', 'expiresAt']));
});

test('the button waits for both fields, and spaces are no text', async ({ visit }) => {
  const page = await visit(null, '/login');
  await expect(submitButton(page)).toBeDisabled();
  await page.getByLabel('Usuario', { exact: true }).fill('nuria');
  await expect(submitButton(page)).toBeDisabled();
  await page.getByLabel('Contraseña', { exact: true }).fill('   ');
  await expect(submitButton(page)).toBeDisabled();
  await page.getByLabel('Contraseña', { exact: true }).fill('x');
  await expect(submitButton(page)).toBeEnabled();
});

test('the button says that it is signing in', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(null, '/login');
  const release = await wire(page).hold(login);
  await fillIn(page, account);
  await submitButton(page).click();
  await expect(page.getByRole('button', { name: 'Iniciando sesión…' })).toBeVisible();
  await release();
  await expect(page).toHaveURL('/dashboard');
});

test('the way to an account and to a forgotten password', async ({ visit }) => {
  const page = await visit(null, '/login');
  await expect(page.getByText('¿No tienes cuenta?')).toBeVisible();
  await page.getByRole('link', { name: 'Crear Nueva Cuenta' }).click();
  await expect(page).toHaveURL('/register');
  await page.goBack();
  await page.getByRole('link', { name: '¿La has olvidado?' }).click();
  await expect(page).toHaveURL('/password-recovery');
});

test('the password can be shown and hidden', async ({ visit }) => {
  const page = await visit(null, '/login');
  const password = page.getByLabel('Contraseña', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Mostrar contraseña' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Ocultar contraseña' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('a wrong password keeps what was typed and can be mended', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(null, '/login');
  wire(page).expectRefusal(login, 401);
  await fillIn(page, { ...account, password: 'otra-cosa' });
  await submitButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('Credenciales inválidas');
  await expect(page.getByLabel('Usuario', { exact: true })).toHaveValue(account.username);

  await page.getByLabel('Contraseña', { exact: true }).fill(account.password);
  await submitButton(page).click();
  await expect(page).toHaveURL('/dashboard');
});

test('an account that waits or was deactivated says so', async ({ shop, visit }) => {
  const waiting = newcomer();
  await shop.setRegistration('approval');
  await shop.register(waiting);
  await shop.setRegistration('open');
  const gone = await shop.newAccount();
  const path = `/api/users/${gone.user.idUser}/`;
  await shop.as(shop.admin, { method: 'PATCH', path, body: { isActive: false } });

  const page = await visit(null, '/login');
  wire(page).expectRefusal(login, 403);
  await fillIn(page, waiting);
  await submitButton(page).click();
  await expect(page.getByRole('alert')).toContainText('pendiente de aprobación');
  await fillIn(page, gone);
  await submitButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Tu cuenta está desactivada');
});

test('too many attempts are told to wait', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(null, '/login');
  wire(page).expectRefusal(login, 401);
  wire(page).expectRefusal(login, 429);
  await fillIn(page, { ...account, password: 'otra-cosa' });
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const answered = page.waitForResponse('**/api/auth/login/');
    await submitButton(page).click();
    await answered;
  }
  // Even the right password has to wait now.
  await fillIn(page, account);
  await submitButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(/^Demasiados intentos\. Espera \d+ minutos/);
});

const answers = [
  { status: 400, body: { detail: 'Falta algo' }, text: 'Error 400: Falta algo' },
  { status: 400, body: {}, text: 'Error 400: Datos de login inválidos' },
  { status: 500, body: { detail: 'da igual' }, text: 'Error interno del servidor' },
  { status: 503, body: { detail: 'En mantenimiento' }, text: 'Error del servidor: 503 - En mantenimiento' },
  { status: 502, body: '<html>Bad Gateway</html>', text: 'Error del servidor: 502 - Sin más detalles' },
];

test('every refusal of the server has its sentence', async ({ visit }) => {
  const page = await visit(null, '/login');
  await fillIn(page, { username: 'nuria', password: 'secreta' });
  for (const { status, body, text } of answers) {
    await wire(page).answer(login, { status, body });
    await submitButton(page).click();
    await expect(page.getByRole('alert')).toHaveText(text);
    await expect(submitButton(page)).toBeEnabled();
  }
});

test('field errors of the server stand under their fields', async ({ visit }) => {
  const page = await visit(null, '/login');
  const body = { username: ['El usuario es demasiado largo', 'Prueba otro'] };
  await wire(page).answer(login, { status: 400, body });
  await fillIn(page, { username: 'nuria', password: 'secreta' });
  await submitButton(page).click();
  const field = page.getByLabel('Usuario', { exact: true });
  await expect(field).toHaveAccessibleDescription('El usuario es demasiado largo, Prueba otro');
  await expect(field).toBeFocused();
  await field.fill('otra');
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
});

test('no network', async ({ visit }) => {
  const page = await visit(null, '/login');
  await wire(page).drop(login);
  await fillIn(page, { username: 'nuria', password: 'secreta' });
  await submitButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'No se puede conectar con el servidor. Verifica tu conexión a internet.',
  );
});

test('a server that does not answer is given thirty seconds', async ({ visit }) => {
  const page = await visit(null, '/login', { clock: true });
  await wire(page).silence(login);
  await fillIn(page, { username: 'nuria', password: 'secreta' });
  const asked = page.waitForRequest('**/api/auth/login/');
  await submitButton(page).click();
  await asked;
  await page.clock.fastForward(25_000);
  await expect(page.getByRole('button', { name: 'Iniciando sesión…' })).toBeVisible();
  await page.clock.fastForward(5_000);
  await expect(page.getByRole('alert')).toHaveText(
    'El servidor no responde. Por favor, verifica que el backend esté funcionando o intenta más tarde.',
  );
});

test('the demo account is one press away', async ({ demoShop, visit }) => {
  const page = await visit(null, '/login', { shop: demoShop });
  const box = page.getByRole('region', { name: 'Cuenta de demostración' });
  await expect(box).toContainText(demoShop.admin.username);
  await box.getByRole('button', { name: 'Usar esta cuenta' }).click();
  await expect(submitButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
});
