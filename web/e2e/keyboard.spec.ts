import type { Page } from '@playwright/test';
import { expect, test } from './support/test';

function palette(page: Page) {
  return page.getByRole('dialog', { name: 'Paleta de comandos' });
}

async function openSupport(page: Page) {
  await expect(page.getByRole('heading', { name: 'Soporte' })).toBeVisible();
}

test('the palette goes anywhere by keyboard alone, with or without accents', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte');
  await openSupport(page);
  for (const [typed, path] of [
    ['prevision', '/prevision-stock'],
    ['CONFIGURACIÓN', '/configuracion'],
    ['stock alertas', '/alertas-stock'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type(typed);
    await expect(palette(page).getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(path);
    await expect(palette(page)).toHaveCount(0);
  }
});

test('the palette moves by arrows, says when nothing fits, and gives the focus back', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte');
  await openSupport(page);
  const trigger = page.getByRole('banner').getByRole('button', { name: /^Buscar.*Ctrl K$/ });
  await trigger.click();
  await expect(palette(page).getByRole('group')).toHaveCount(2);
  const options = palette(page).getByRole('option');
  await expect(options.first()).toHaveAttribute('data-highlighted', '');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('data-highlighted', '');

  await page.keyboard.type('zzzz');
  await expect(palette(page)).toContainText('Sin resultados. Prueba con otra palabra.');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(trigger).toBeFocused();
});

test('the palette acts: theme, help, profile and signing out', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte');
  await openSupport(page);
  async function run(command: string) {
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type(command);
    await page.keyboard.press('Enter');
  }
  await run('oscuro');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await run('atajos');
  await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toBeVisible();
  await page.keyboard.press('Escape');
  await run('mi perfil');
  await expect(page).toHaveURL('/profile');
  await run('cambiar contrasena');
  await expect(page).toHaveURL('/password-change');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Mi Perfil' })).toBeVisible();
  await run('cerrar sesion');
  await expect(page).toHaveURL('/login');
});

test('a screen that arrives late does not take the cursor from the palette', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte');
  await openSupport(page);
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/_app.prevision-stock-*.js', async (route) => {
    await arrival;
    await route.continue();
  });
  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await page.keyboard.press('Control+k');
  const field = palette(page).getByRole('combobox');
  await expect(field).toBeFocused();
  await page.keyboard.type('mi pe');
  arrive();
  await expect(page).toHaveTitle('Previsión de Stock · Estante');
  await page.keyboard.type('rfil');
  await expect(field).toHaveValue('mi perfil');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/profile');
});

test('? shows the shortcuts', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte');
  await openSupport(page);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Atajos de teclado' });
  await expect(help).toContainText('Abrir la paleta de comandos');
  await expect(help).toContainText('Ir a Previsión de Stock');
  // Letters belong to the dialog while it is open.
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL('/soporte');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
});

test('G and a letter go to a screen, but never from a field', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte');
  await openSupport(page);
  const places = {
    d: '/dashboard',
    p: '/productos',
    i: '/inventario',
    o: '/pedidos',
    v: '/prevision-stock',
    a: '/alertas-stock',
    e: '/entrada-stock',
    c: '/configuracion',
    s: '/soporte',
  };
  for (const [letter, path] of Object.entries(places)) {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
    await expect(page).toHaveURL(new RegExp(`${path}($|\\?)`));
  }
  await page.getByRole('searchbox', { name: 'Buscar en las preguntas' }).focus();
  await page.keyboard.type('gd?');
  await expect(page.getByRole('searchbox')).toHaveValue('gd?');
  // What is searched for comes into the address a moment later.
  await expect(page).toHaveURL(/\/soporte\?buscar=gd/);
});

test('single keys can be switched off; Ctrl K stays', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/configuracion');
  const shortcuts = page.getByRole('switch', { name: 'Atajos de una sola tecla' });
  await expect(shortcuts).toBeChecked();
  await shortcuts.click();
  await expect(shortcuts).not.toBeChecked();
  await page.reload();
  await expect(shortcuts).not.toBeChecked();
  await page.getByRole('heading', { name: 'Configuración' }).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  // The palette answers last, so the keys before it had their chance.
  await expect(palette(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page).toHaveURL('/configuracion');
});
