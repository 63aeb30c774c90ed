import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { test } from './support/test';
import { wire } from './support/wire';

/** The file of a part, as the page fetches it where nothing is lost. */
async function partOf(page: Page, begin: string, show: () => Promise<unknown>): Promise<`/${string}`> {
  const [request] = await Promise.all([
    page.waitForRequest((one) => new URL(one.url()).pathname.startsWith(begin)),
    show(),
  ]);
  return new URL(request.url()).pathname as `/${string}`;
}

test('a dialog that could not be fetched is fetched again, and the screen stays', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const open = (page: Page) => page.getByRole('button', { name: 'Nueva Entrada' }).first().click();
  const first = await visit(account, '/entrada-stock', { locale: 'es-ES' });
  const part = await partOf(first, '/assets/new-entry-dialog-', () => open(first));

  const page = await visit(account, '/entrada-stock?buscar=nada', { locale: 'es-ES' });
  await wire(page).drop(`GET ${part}`);
  wire(page).expectError('A part is missing');
  await open(page);
  const failure = page.getByRole('alert').filter({ hasText: 'No se ha podido abrir esta parte' });
  await expect(failure).toBeVisible();
  await expectAccessible(page, 'a dialog that did not come');
  await wire(page).restore(`GET ${part}`);
  await failure.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('dialog', { name: 'Nueva Entrada' })).toBeVisible();
  await expect(page).toHaveURL(/buscar=nada/);
});

test('a screen that could not be fetched says so, reloads nothing, and is fetched again', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const open = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Pedidos' }).first().click();
  const first = await visit(account, '/dashboard', { locale: 'es-ES' });
  const part = await partOf(first, '/assets/_app.pedidos-', () => open(first));

  const page = await visit(account, '/dashboard', { locale: 'es-ES' });
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await wire(page).drop(`GET ${part}`);
  wire(page).expectError('A part is missing');
  await open(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Algo ha fallado en esta pantalla' })).toBeVisible();
  await expectAccessible(page, 'a screen that did not come');
  await wire(page).restore(`GET ${part}`);
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pedidos Enviados' })).toBeVisible();
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
});
