import { retry } from './support/screen';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const address = '/configuracion?seccion=comprobacion';
const read = 'GET /api/ledger-check/';
const ask = 'POST /api/ledger-check/';

test('a check is asked for, runs, and its result names who asked', async ({ newShop, visit }) => {
  const shop = await newShop();
  const product = { sku: 'TAL-1', name: 'Taladro', stock: 4 };
  await shop.as(shop.admin, { method: 'POST', path: '/api/products/', body: product });
  const page = await visit(shop.admin, address, { shop });
  const card = page.getByRole('region', { name: 'Comprobación de movimientos' });
  await expect(card).toContainText('Nunca se ha comprobado');
  const other = await visit(shop.admin, address, { shop });
  await expect(other.getByText('Nunca se ha comprobado')).toBeVisible();

  await card.getByRole('button', { name: 'Comprobar ahora' }).click();
  await expect(card).toContainText('Todo cuadra');
  await expect(card).toContainText('Quién la pidióCarmen Ibáñez');
  await expect(card).toContainText('Productos1Movimientos1');
  await expect(card.getByRole('button', { name: 'Comprobar ahora' })).toBeEnabled();
  // A user who looks at the same page sees it without doing anything.
  await expect(other.getByText('Todo cuadra')).toBeVisible();
});

const check = {
  state: 'done',
  askedBy: 'Carmen Ibáñez',
  askedAt: '2026-11-15T09:00:00Z',
  startedAt: '2026-11-15T09:00:00Z',
  endedAt: '2026-11-15T09:00:04Z',
  seconds: 4.2,
  products: 20,
  movements: 500,
  movementsTotal: 500,
  problems: 0,
  findings: [],
};

test('a wrong row is named, with its product', async ({ shop, visit }) => {
  const page = await visit(shop.admin, '/configuracion');
  const message = 'El movimiento 31 no lleva la huella que le corresponde';
  const finding = { productId: 7, productSku: 'TAL-00007', movementId: 31, message };
  await wire(page).answer(read, { status: 200, body: { ...check, problems: 1, findings: [finding] } });
  await page.getByRole('link', { name: 'Comprobación de movimientos' }).click();
  await expect(page.getByText('1 diferencia encontrada')).toBeVisible();
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByText('Movimiento 31', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'TAL-00007' })).toHaveAttribute('href', '/productos/7');
  await expect(page.getByRole('definition').filter({ hasText: 'Carmen Ibáñez' })).toBeVisible();
});

test('how far a long check is, and what could not be asked or read', async ({ shop, visit }) => {
  const page = await visit(shop.admin, '/configuracion', { clock: true });
  await wire(page).answer(read, { status: 503, body: { detail: 'En obras' } });
  await page.getByRole('link', { name: 'Comprobación de movimientos' }).click();
  await page.clock.runFor(2_000);
  const failed = page.getByRole('alert').filter({ hasText: 'No se pudo cargar la última comprobación' });
  await expect(failed).toContainText('En obras');
  await wire(page).answer(read, { status: 200, body: { ...check, state: 'failed' } });
  await retry(failed);
  await expect(page.getByText('La comprobación no pudo terminar')).toBeVisible();

  await wire(page).answer(ask, { status: 500, body: { detail: 'Error interno del servidor' } });
  await page.getByRole('button', { name: 'Comprobar ahora' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('No se pudo pedir la comprobación.');
  const running = {
    ...check,
    state: 'running',
    endedAt: null,
    seconds: null,
    movements: 250,
    movementsTotal: 1000,
  };
  await wire(page).answer(ask, { status: 202, body: running });
  await page.getByRole('button', { name: 'Comprobar ahora' }).click();
  await expect(page.getByText('250 de 1.000 movimientos')).toBeVisible();
  await wire(page).answer(read, { status: 200, body: { ...running, movements: 750 } });
  await expect(page.getByRole('button', { name: 'Comprobando…' })).toBeVisible();
  // Without a word from the server it asks by itself.
  await page.clock.runFor(3_500);
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '75');
});

test('only administrators see it', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), address);
  await expect(page.getByRole('region', { name: 'Apariencia' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Comprobación de movimientos' })).toHaveCount(0);
});
