import type { Page } from '@playwright/test';
import { expect, test } from './support/test';

declare global {
  interface Window {
    themesSeen: string[];
  }
}

const html = (page: Page) => page.locator('html');

/** Remembers every theme the page has ever had, from its first element on. */
async function watchThemes(page: Page) {
  await page.addInitScript(() => {
    window.themesSeen = [];
    new MutationObserver(() => {
      const theme = document.documentElement.dataset.theme;
      if (theme && window.themesSeen.at(-1) !== theme) window.themesSeen.push(theme);
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-theme'] });
  });
}

test('the chosen theme survives a reload without a flash of the other', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte', { colorScheme: 'light' });
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Usar tema oscuro' }).click();
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');

  // The program is kept away: what is on screen then is what the first paint has.
  await watchThemes(page);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(11, 19, 25)');
  await expect(page.getByRole('heading')).toHaveCount(0);
  letGo();
  await expect(page.getByRole('heading', { name: 'Soporte' })).toBeVisible();
  expect(await page.evaluate(() => window.themesSeen)).toEqual(['dark']);
});

test('«Sistema» follows the system while the page is open', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/configuracion', { colorScheme: 'dark' });
  const choice = page.getByRole('radiogroup', { name: 'Tema' });
  await expect(choice.getByRole('radio', { name: 'Sistema' })).toBeChecked();
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html(page)).toHaveAttribute('data-theme', 'light');

  await choice.getByRole('radio', { name: 'Oscuro' }).click();
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  await choice.getByRole('radio', { name: 'Sistema' }).click();
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
});

test('another tab changes with it', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte', { colorScheme: 'light' });
  const other = await page.context().newPage();
  await other.goto('/login');
  await expect(html(other)).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Usar tema oscuro' }).click();
  await expect(html(other)).toHaveAttribute('data-theme', 'dark');
});
