import type { Page } from '@playwright/test';
import { signInByHand } from './support/sign-in';
import { expect, test } from './support/test';
import { expectSignedOut, wire } from './support/wire';

const validate = 'POST /api/auth/validate/';
const business = 'GET /api/business/';
const refresh = 'POST /api/auth/refresh/';

async function storedKeys(page: Page): Promise<string[]> {
  const { origins } = await page.context().storageState();
  return origins.flatMap(({ localStorage }) => localStorage.map(({ name }) => name));
}

test('while the session is checked, the page says so', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte');
  await expect(page.getByRole('heading', { name: 'Soporte' })).toBeVisible();
  const release = await wire(page).hold(validate);
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Verificando autenticación...');
  await expect(page.getByRole('heading', { name: 'Soporte' })).toHaveCount(0);
  await release();
  await expect(page.getByRole('heading', { name: 'Soporte' })).toBeVisible();
});

test('what is guarded waits for the business too, whose hours it tells, unless it cannot be learnt', async ({
  shop,
  visit,
}) => {
  const page = await visit(await shop.newAccount(), '/soporte');
  const heading = page.getByRole('heading', { name: 'Soporte' });
  await expect(heading).toBeVisible();
  const release = await wire(page).hold(business);
  const checked = page.waitForResponse(/auth\/validate/);
  await page.reload();
  await (await checked).finished();
  await expect(page.getByRole('status')).toHaveText('Verificando autenticación...');
  await expect(heading).toHaveCount(0);
  await release();
  await expect(heading).toBeVisible();
  await wire(page).drop(business);
  await page.reload();
  await expect(heading).toBeVisible();
});

test('guarded screens ask to sign in and then open', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(null, '/configuracion?seccion=negocio');
  await expect(page).toHaveURL('/login');
  await signInByHand(page, account);
  await expect(page).toHaveURL('/configuracion?seccion=negocio');
});

test('/ and unknown paths lead to the dashboard, and so does /login', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/');
  await expect(page).toHaveURL('/dashboard');
  for (const path of ['/no-existe', '/productos/a/b', '/login']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/dashboard');
  }
});

test('a session that the server no longer knows ends at the sign-in screen', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  await shop.as(account, { method: 'POST', path: '/api/auth/logout/', body: {} });
  const page = await visit(null, '/login');
  wire(page).expectAnyRefusal(401);
  await page.evaluate(
    ({ user, session }) => {
      localStorage.setItem('sessionToken', session.sessionToken);
      localStorage.setItem('expiresAt', session.expiresAt);
      localStorage.setItem('user', JSON.stringify(user));
    },
    { user: account.user, session: account.session },
  );
  await page.goto('/profile');
  await expect(page).toHaveURL('/login');
  expect(await storedKeys(page)).not.toContain('sessionToken');
});

test('a session past its date is not even tried', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const expired = { ...account.session, expiresAt: '2020-01-01T00:00:00Z' };
  const page = await visit({ ...account, session: expired }, '/profile');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('status')).toContainText('Sesión expirada');
  expect(await storedKeys(page)).toEqual([]);
});

test('a lost connection at start signs nobody out', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte');
  await wire(page).drop(validate);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Soporte' })).toBeVisible();
});

test('a 401 anywhere signs out, and signing in comes back', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(account, '/soporte');
  await expect(page.getByRole('heading', { name: 'Soporte' })).toBeVisible();
  await wire(page).answer('GET /api/profile/', { status: 401, body: { detail: 'Sesión expirada' } });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Mi Perfil' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('status')).toContainText('Sesión expirada');
  expect(await storedKeys(page)).not.toContain('sessionToken');

  await wire(page).restore('GET /api/profile/');
  await signInByHand(page, account);
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText(account.email).first()).toBeVisible();
});

test('a deactivated account is out at once', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(account, '/soporte');
  await expect(page.getByRole('heading', { name: 'Soporte' })).toBeVisible();
  expectSignedOut(page);
  const path = `/api/users/${account.user.idUser}/`;
  await shop.as(shop.admin, { method: 'PATCH', path, body: { isActive: false } });
  await expect(page).toHaveURL('/login');
});

test('signing out in one tab signs out the others', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(account, '/soporte');
  const other = await page.context().newPage();
  await other.goto('/profile');
  await expect(other.getByRole('heading', { name: 'Mi Perfil' })).toBeVisible();

  await page.getByRole('button', { name: 'Menú de usuario' }).click();
  const told = page.waitForResponse('**/api/auth/logout/');
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click();
  expect((await told).status()).toBe(204);
  await expect(page).toHaveURL('/login');
  await expect(other).toHaveURL('/login');
  await expect(other.getByRole('status')).toHaveCount(0);
  expect(await storedKeys(page)).not.toContain('sessionToken');

  // Leaving on purpose leads to the start, not back to where one was.
  await signInByHand(other, account);
  await expect(other).toHaveURL('/dashboard');
  await expect(page).toHaveURL('/dashboard');
});

test('signing out works without the server', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte');
  await wire(page).drop('POST /api/auth/logout/');
  await page.getByRole('button', { name: 'Menú de usuario' }).click();
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click();
  await expect(page).toHaveURL('/login');
});

test('a session is extended before it ends', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte', { clock: true });
  await expect(page.getByRole('heading', { name: 'Soporte' })).toBeVisible();
  const extended = page.waitForResponse('**/api/auth/refresh/');
  await page.clock.fastForward('11:00:05');
  expect((await extended).status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'Soporte' })).toBeVisible();
});

test('an extension that is refused ends the session; one that gets lost does not', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte', { clock: true });
  await expect(page.getByRole('heading', { name: 'Soporte' })).toBeVisible();
  await wire(page).drop(refresh);
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/auth/refresh/'));
  await page.clock.fastForward('11:00:05');
  await lost;
  await expect(page.getByRole('heading', { name: 'Soporte' })).toBeVisible();

  await wire(page).answer(refresh, { status: 401, body: { detail: 'Sesión expirada' } });
  const refused = page.waitForResponse('**/api/auth/refresh/');
  await page.clock.fastForward('00:30:00');
  await refused;
  await expect(page).toHaveURL('/login');
});
