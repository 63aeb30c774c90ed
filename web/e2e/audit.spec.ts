import type { Page } from '@playwright/test';
import { retry } from './support/screen';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const address = '/configuracion?seccion=registro';
const read = 'GET /api/audit/';

let made = 0;

function rows(page: Page) {
  return page.getByRole('table', { name: 'Cambios' }).getByRole('row');
}

test('every change is told in words, with who and what, and arrives live', async ({ shop, visit }) => {
  made += 1;
  const sku = `AUD-${process.pid}-${made}`;
  const author = await shop.newAccount({ role: 'Encargado', firstName: `Aitana${process.pid}x${made}` });
  const page = await visit(shop.admin, `${address}&usuario=${author.firstName}`);
  await expect(page.getByText('Ningún cambio coincide con los filtros')).toHaveCount(0);

  const { idProduct } = await shop.as<{ idProduct: number }>(author, {
    method: 'POST',
    path: '/api/products/',
    body: { sku, name: `Taladro ${sku}`, stock: 4, price: 10, tags: ['oferta'] },
  });
  await shop.as(author, {
    method: 'PATCH',
    path: `/api/products/${idProduct}/`,
    body: { price: 12.5, status: 2, minStock: 3 },
  });
  const change = rows(page).filter({ hasText: 'Modificación' });
  await expect(change).toContainText('Estado: Activo → Inactivo');
  await expect(change).toContainText('Precio: 10,00\u00a0€ → 12,50\u00a0€');
  await expect(change).toContainText('Stock mínimo: vacío → 3');
  await expect(change).toContainText(`${author.firstName} Peña`);
  await expect(rows(page).filter({ hasText: 'Stock: 0 → 4' })).toBeVisible();

  const creation = rows(page).filter({ hasText: 'Alta' }).filter({ hasText: sku });
  await creation.getByText('Ver los datos').click();
  await expect(creation).toContainText('Etiquetas: oferta');
  await creation.getByRole('link', { name: `Taladro ${sku}` }).click();
  await expect(page).toHaveURL(`/productos/${idProduct}`);
});

test('the filters narrow it, live in the address and can be cleared', async ({ shop, visit }) => {
  const body = { location: `Alcoy ${process.pid}` };
  await shop.as(shop.admin, { method: 'PATCH', path: '/api/settings/', body });
  const page = await visit(shop.admin, address);
  await page.getByLabel('Qué cambió').selectOption('Negocio');
  await expect(page).toHaveURL(/objeto=settings/);
  await expect(rows(page).nth(1)).toContainText(`Lugar: `);
  await expect(rows(page).nth(1)).toContainText(`Alcoy ${process.pid}`);
  await expect(rows(page).filter({ hasText: 'Producto' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Qué cambió')).toHaveValue('settings');

  await page.getByLabel('Hasta').fill('2020-01-01');
  await expect(page.getByText('Ningún cambio coincide con los filtros')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Limpiar Todo' }).first().click();
  await expect(page).toHaveURL(/seccion=registro$/);
  await page.getByRole('searchbox', { name: 'Quién' }).fill('nadie-se-llama-asi');
  await expect(page.getByText('Ningún cambio coincide con los filtros')).toBeVisible();
  await shop.as(shop.admin, { method: 'PATCH', path: '/api/settings/', body: { location: '' } });
});

test('it is read page by page, and asked for again when it fails', async ({ demoShop, visit }) => {
  const page = await visit(demoShop.admin, `${address}&porPagina=10`, { shop: demoShop, clock: true });
  await expect(rows(page)).toHaveCount(11);
  const first = await rows(page).nth(1).textContent();
  await page.getByRole('link', { name: 'Página siguiente' }).click();
  await expect(page).toHaveURL(/pagina=2/);
  await expect(rows(page).nth(1)).not.toHaveText(first ?? '');

  await wire(page).answer(read, { status: 503, body: { detail: 'En obras' } });
  await page.getByLabel('Qué cambió').selectOption('Usuario');
  await page.clock.runFor(2_000);
  const failed = page.getByRole('alert').filter({ hasText: 'No se pudo cargar el registro de cambios' });
  await expect(failed).toContainText('En obras');
  await wire(page).restore(read);
  await retry(failed);
  await expect(rows(page).nth(1)).toContainText('Usuario');
});

test('only administrators read it', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), address);
  await expect(page.getByRole('region', { name: 'Apariencia' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Registro de cambios' })).toHaveCount(0);
});
