import type { Locator, Page } from '@playwright/test';
import { settled, shellScreens } from './support/screens';
import { expect, test } from './support/test';
import { wire } from './support/wire';

function sidebar(page: Page) {
  return page.getByRole('complementary');
}

/** The position of what is on screen now; a screen that is not there has none. */
async function box(locator: Locator) {
  const found = await locator.boundingBox();
  if (!found) throw new Error('it is not on the screen');
  return found;
}

async function expectWidth(locator: Locator, width: number) {
  await expect.poll(async () => (await box(locator)).width).toBe(width);
}

test('the sidebar grows under the pointer and moves nothing else', async ({ shop, visit }) => {
  const account = await shop.newAccount({ role: 'Consulta' });
  const page = await visit(account, '/soporte');
  await expectWidth(sidebar(page), 64);
  const before = await box(page.getByRole('main'));
  await sidebar(page).hover();
  await expectWidth(sidebar(page), 256);
  expect(await box(page.getByRole('main'))).toEqual(before);
  await expect(sidebar(page)).toContainText('Núria Peña');
  await expect(sidebar(page)).toContainText('Consulta');
  await expect(sidebar(page).getByRole('link')).toHaveText([
    'Estante',
    'Dashboard',
    'Productos',
    'Inventario',
    'Pedidos',
    'Previsión de Stock',
    'Alertas de Stock',
    'Compras',
    'Entrada de Stock',
    'Configuración',
    'Soporte',
  ]);
  await page.getByRole('main').hover();
  await expectWidth(sidebar(page), 64);
});

test('the sidebar grows for the keyboard, after the skip link', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte');
  await expect(page.getByRole('heading', { name: 'Soporte' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Saltar al contenido' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /^Estante/ }).first()).toBeFocused();
  await expectWidth(sidebar(page), 256);
  await page.keyboard.press('Shift+Tab');
  await expectWidth(sidebar(page), 64);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('below 768 px the sidebar stays narrow', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte', { viewport: { width: 767, height: 800 } });
  await expectWidth(sidebar(page), 64);
  await sidebar(page).hover();
  await expectWidth(sidebar(page), 64);
  await sidebar(page).getByRole('link', { name: 'Dashboard', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expectWidth(sidebar(page), 64);
  await page.setViewportSize({ width: 640, height: 800 });
  await expectWidth(sidebar(page), 64);
});

test('on a phone the places dock at the bottom, the rest behind «Más»', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await expect(sidebar(page)).toBeHidden();
  const bar = page.getByRole('navigation', { name: 'Principal' });
  await expect(bar.getByRole('link')).toHaveText(['Dashboard', 'Productos', 'Entrada', 'Alertas']);
  const { y, height } = await box(bar);
  expect(y + height).toBe(844);
  expect(height).toBe(64);

  await bar.getByRole('button', { name: 'Más' }).tap();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Inventario',
    'Pedidos',
    'Previsión de Stock',
    'Compras',
    'Configuración',
    'Soporte',
  ]);
  await page.getByRole('menuitem', { name: 'Configuración' }).tap();
  await expect(page).toHaveURL('/configuracion');
  await bar.getByRole('link', { name: 'Entrada' }).tap();
  await expect(page).toHaveURL('/entrada-stock');
});

test('every screen has its title, its crumbs and the focus on its heading', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const { path, title, crumbs } of shellScreens) {
    const source = path === '/profile' ? page.getByRole('contentinfo') : sidebar(page);
    const link = source.locator(`a[href="${path}"]`).last();
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(path);
    const heading = page.getByRole('main').getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(title);
    await expect(heading).toBeFocused();
    await expect(page).toHaveTitle(`${title} · Estante`);
    const trail = page.getByRole('navigation', { name: 'Migas de pan' });
    await expect(trail.getByRole('listitem')).toHaveText(crumbs);
    if (crumbs.length === 0) await expect(page.getByRole('banner')).toContainText(title);
    if (path !== '/profile') await expect(link).toHaveAttribute('aria-current', 'page');
  }
  await page.getByRole('navigation', { name: 'Migas de pan' }).getByRole('link', { name: 'Inicio' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('the user menu says who is signed in and works by keyboard', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(account, '/soporte');
  const button = page.getByRole('button', { name: 'Menú de usuario' });
  await button.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu');
  await expect(menu).toContainText(account.username);
  await expect(menu).toContainText(account.email);
  await expect(menu.getByRole('menuitem')).toHaveText(['Mi Perfil', 'Configuración', 'Cerrar Sesión']);
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await menu.getByRole('menuitem', { name: 'Mi Perfil' }).click();
  await expect(page).toHaveURL('/profile');
  await button.click();
  await menu.getByRole('menuitem', { name: 'Configuración' }).click();
  await expect(page).toHaveURL('/configuracion');
});

test('the footer tells the version, the time and where to find help', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte', { clock: true });
  const footer = page.getByRole('contentinfo');
  const { version } = await shop.as<{ version: string }>(shop.admin, {
    method: 'GET',
    path: '/api/business/',
  });
  await expect(footer).toContainText(version);
  await expect(footer).toContainText('24/7 Soporte');
  await expect(footer).toContainText(`© ${new Date().getFullYear()}`);
  await expect(footer.getByRole('link', { name: 'API' })).toHaveAttribute('href', '/api/docs/');
  await expect(footer.getByRole('link', { name: 'Estado' })).toHaveAttribute('href', '/api/health/');
  for (const [name, path] of [
    ['Configuración', '/configuracion'],
    ['Mi Perfil', '/profile'],
    ['Soporte', '/soporte'],
  ] as const) {
    await footer.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
  }

  const clock = footer.getByRole('time');
  const shown = (await clock.getAttribute('datetime')) ?? '';
  await page.clock.fastForward(30_000);
  await expect(clock).not.toHaveAttribute('datetime', shown);
  const now = new Date((await clock.getAttribute('datetime')) ?? '');
  expect(now.getTime() - new Date(shown).getTime()).toBeGreaterThanOrEqual(30_000);
  await expect(clock).toHaveText(
    now.toLocaleTimeString('es-ES', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Madrid' }),
  );
});

test('losing the connection is said, and so is finding it', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte');
  const state = page.getByRole('contentinfo').getByRole('status');
  await expect(state).toHaveText('En línea');
  // Without an answer there is nothing whose age could be told.
  await settled(page);
  wire(page).expectSilence();
  await page.context().setOffline(true);
  await expect(state).toHaveText('Sin conexión');
  const banner = page.getByRole('main').getByText(/^Datos de las \d\d:\d\d, sin conexión$/);
  await expect(banner).toBeVisible();
  await page.context().setOffline(false);
  await expect(state).toHaveText('En línea');
  await expect(banner).toHaveCount(0);
});
