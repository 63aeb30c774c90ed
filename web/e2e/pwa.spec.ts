import type { Page } from '@playwright/test';
import { Shop } from './support/shop';
import { expect, test } from './support/test';
import { wire } from './support/wire';

/** How many answers of the server the browser keeps for the time without it. */
function keptAnswers(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // Opening a store that is not there would make it, and not as the page does.
    const stores = await indexedDB.databases();
    if (!stores.some(({ name }) => name === 'estante')) return 0;
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('estante');
      opening.onerror = () => reject(new Error('the store cannot be opened'));
      opening.onsuccess = () => {
        const counted = opening.result.transaction('answers').objectStore('answers').count();
        counted.onsuccess = () => {
          opening.result.close();
          resolve(counted.result);
        };
      };
    });
  });
}

test('after one visit the page starts without the server, says so, and recovers', async ({ binary, visit }) => {
  // A server of its own, because this one is going to be stopped.
  const shop = await Shop.open({ binary });
  let running = shop.server;
  try {
    const body = { sku: 'TAL-1', name: 'Taladro de columna', currentStock: 4 };
    await shop.as(shop.admin, { method: 'POST', path: '/api/products/', body });
    const page = await visit(shop.admin, '/productos', { shop, clock: true, serviceWorkers: 'allow' });
    await page.evaluate(() => navigator.serviceWorker.ready);
    const drill = page.getByRole('main').getByText('Taladro de columna');
    await expect(drill).toBeVisible();
    await expect.poll(() => keptAnswers(page)).toBeGreaterThan(0);

    wire(page).expectSilence();
    await running.interrupt();
    await page.goto('/productos');
    const state = page.getByRole('contentinfo').getByRole('status');
    await expect(state).toHaveText('Sin conexión');
    // A second try follows the first after a while.
    await expect(async () => {
      await page.clock.runFor(2_000);
      await expect(drill).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(page.getByText(/^Datos de las \d\d:\d\d, sin conexión$/)).toBeVisible();
    // It is said once.
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await expect(async () => {
      await page.clock.runFor(2_000);
      await expect(page.getByRole('main')).toContainText('Error al cargar datos', { timeout: 1_000 });
    }).toPass();
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept).not.toHaveLength(0);
    expect(kept.filter((path) => path.startsWith('/api'))).toEqual([]);

    running = await running.startAgain();
    // A try may be under way while the clock runs, and the next one waits for more of it.
    await expect(async () => {
      await page.clock.runFor(30_000);
      await expect(state).toHaveText('En línea', { timeout: 2_000 });
    }).toPass();

    // A user who signs out leaves nothing of it in the browser.
    await page.getByRole('button', { name: 'Menú de usuario' }).click();
    await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => keptAnswers(page)).toBe(0);
  } finally {
    await running.stop();
  }
});

test('the page can be installed', async ({ visit }) => {
  const page = await visit(null, '/login');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await page.request.get(address ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await answer.json()) as { name: string; lang: string; icons: { src: string }[] };
  expect(manifest).toMatchObject({ name: 'Estante', lang: 'es', display: 'standalone' });
  for (const { src } of manifest.icons) expect((await page.request.get(src)).ok(), src).toBe(true);
});
