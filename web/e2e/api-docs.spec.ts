import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';

type Description = { paths: Record<string, Record<string, unknown>> };

test('the documentation page shows every operation of the document', async ({ shop, visit }) => {
  const { paths } = await shop.as<Description>(shop.admin, { method: 'GET', path: '/api/openapi.json' });
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const page = await visit(await shop.newAccount(), '/soporte');
  const opened = page.waitForEvent('popup');
  await page.getByRole('contentinfo').getByRole('link', { name: 'API' }).click();
  const docs = await opened;
  await expect(docs).toHaveTitle('API · Estante');
  await expect(docs.getByRole('article')).toHaveCount(operations.length);
  const shown = await docs.getByRole('article').locator('p code').allTextContents();
  expect(shown).toEqual(expect.arrayContaining(operations));
  await expect(docs.getByText('Cargando el documento…')).toHaveCount(0);

  const index = docs.getByRole('navigation', { name: 'Operaciones' });
  await index.getByRole('link').last().click();
  await expect(docs.getByRole('article').last()).toBeInViewport();
});

test('the documentation page is accessible and fits a phone', async ({ visit }) => {
  const page = await visit(null, '/api/docs/');
  await expect(page.getByRole('article').first()).toBeVisible();
  // A contrast is slow to measure, and a hundred operations look alike: the first stands for all.
  await expectAccessible(page, 'the whole page', { without: ['color-contrast'] });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const within = ['header', 'nav a:first-of-type', 'article:first-of-type'];
    await expectAccessible(page, `the first operation, ${colorScheme}`, { within });
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('the health link answers without a session', async ({ visit }) => {
  const page = await visit(null, '/api/health/');
  await expect(page.locator('body')).toContainText('"status":"ok"');
});
