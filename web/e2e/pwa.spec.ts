import { Shop } from './support/shop';
import { expect, test } from './support/test';
import { wire } from './support/wire';

test('after one visit the page starts without the server, says so, and recovers', async ({
  binary,
  visit,
}) => {
  // A server of its own, because this one is going to be stopped.
  const shop = await Shop.open({ binary });
  let running = shop.server;
  try {
    const page = await visit(shop.admin, '/soporte', { shop, clock: true, serviceWorkers: 'allow' });
    await page.evaluate(() => navigator.serviceWorker.ready);

    wire(page).expectSilence();
    await running.interrupt();
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    const state = page.getByRole('contentinfo').getByRole('status');
    await expect(state).toHaveText('Sin conexión');
    await expect(page.getByRole('main')).toContainText('Sin conexión con el servidor.');
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
