import type { Page } from '@playwright/test';
import { retry } from './support/screen';
import type { Shop } from './support/shop';
import { expect, test } from './support/test';
import { wire } from './support/wire';

let made = 0;

/** Tests share a shop, and every name is used once. */
function unique(word: string): string {
  made += 1;
  return `${word} ${process.pid}-${made}`;
}

type Labels = { category?: string; brand?: string; tags?: string[] };

async function addProduct(shop: Shop, labels: Labels) {
  const sku = unique('LAB');
  const body = { sku, name: `Producto ${sku}`, ...labels };
  await shop.as(shop.admin, { method: 'POST', path: '/api/products/', body });
}

function addressOf(kind: string, search = '') {
  return `/configuracion?seccion=etiquetas&porPagina=100&tipo=${kind}${search === '' ? '' : `&buscar=${search}`}`;
}

function rowOf(page: Page, name: string) {
  return page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: `Ver los productos de ${name}`, exact: true }) });
}

async function rename(page: Page, from: string, to: string) {
  await page.getByRole('button', { name: `Renombrar ${from}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Renombrar/ });
  await expect(dialog.getByLabel('Nombre')).toBeFocused();
  await dialog.getByLabel('Nombre').fill(to);
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  return dialog;
}

test('a category gets another name in all its products', async ({ shop, visit }) => {
  const name = unique('Ferreteria');
  await addProduct(shop, { category: name });
  await addProduct(shop, { category: name });
  const manager = await shop.newAccount();
  const page = await visit(manager, '/configuracion');
  await page.getByRole('link', { name: 'Categorías, marcas y etiquetas' }).click();
  await page.getByRole('searchbox', { name: 'Buscar una categoría' }).fill(name.toUpperCase());
  await expect(rowOf(page, name)).toContainText('2');
  const wanted = unique('Ferretería');
  await rename(page, name, wanted);
  await expect(page.getByRole('region', { name: 'Avisos', exact: true })).toContainText(`${name} → ${wanted}`);
  await page.getByRole('searchbox').fill(wanted);
  await rowOf(page, wanted).getByRole('link').click();
  await expect(page).toHaveURL(/\/productos\?categoria=/);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3);
});

test('a name that exists joins the two, after saying what that does', async ({ shop, visit }) => {
  const wrong = unique('Bosh');
  const right = unique('Bosch');
  await addProduct(shop, { brand: wrong });
  await addProduct(shop, { brand: wrong });
  await addProduct(shop, { brand: right });
  const page = await visit(shop.admin, addressOf('marcas'));
  await expect(rowOf(page, wrong)).toBeVisible();
  const { id } = await shop
    .as<{ id: number; name: string }[]>(shop.admin, { method: 'GET', path: '/api/products/brands/' })
    .then((brands) => brands.find((brand) => brand.name === wrong) ?? { id: 0 });
  wire(page).expectRefusal(`PATCH /api/products/brands/${id}/`, 409);
  const dialog = await rename(page, wrong, right.toLowerCase());
  const question = page.getByRole('alertdialog', { name: `¿Unir «${wrong}» con «${right.toLowerCase()}»?` });
  await expect(question).toContainText(
    `Ya existe la marca «${right}». Si las unes, los 2 productos de «${wrong}» pasarán a «${right}», y «${wrong}» ` +
      'desaparecerá. No se puede deshacer.',
  );
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog.getByLabel('Nombre')).toHaveValue(right.toLowerCase());
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await question.getByRole('button', { name: 'Unir' }).click();
  await expect(page.getByRole('region', { name: 'Avisos', exact: true })).toContainText(`Todo está ahora en ${right}`);
  await expect(rowOf(page, right)).toContainText('3');
  await expect(rowOf(page, wrong)).toHaveCount(0);
});

test('a name that is refused keeps what was typed', async ({ shop, visit }) => {
  const tag = unique('oferta');
  await addProduct(shop, { tags: [tag] });
  const page = await visit(shop.admin, addressOf('etiquetas'));
  const dialog = await rename(page, tag, ' ');
  await expect(dialog.getByLabel('Nombre')).toHaveAccessibleDescription('El nombre es requerido');
  const { id } = await shop
    .as<{ id: number; name: string }[]>(shop.admin, { method: 'GET', path: '/api/products/tags/' })
    .then((tags) => tags.find(({ name }) => name === tag) ?? { id: 0 });
  const call = `PATCH /api/products/tags/${id}/` as const;
  await wire(page).answer(call, { status: 400, body: { name: ['El nombre es demasiado largo'] } });
  await dialog.getByLabel('Nombre').fill('rebajas');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByLabel('Nombre')).toHaveAccessibleDescription('El nombre es demasiado largo');
  await wire(page).drop(call);
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByRole('alert')).toContainText('No se puede conectar con el servidor.');
  await expect(dialog.getByLabel('Nombre')).toHaveValue('rebajas');
});

test('nothing found, nothing read and nothing allowed', async ({ shop, visit }) => {
  await addProduct(shop, { category: unique('Jardín') });
  const page = await visit(shop.admin, addressOf('categorias', 'no-existe-ninguna'));
  await expect(page.getByText('Ninguna categoría coincide con la búsqueda')).toBeVisible();
  await page.getByRole('button', { name: 'Limpiar Todo' }).click();
  await expect(page.getByRole('table', { name: 'Categorías de los productos' })).toBeVisible();

  const unlucky = await visit(shop.admin, '/configuracion', { clock: true });
  await wire(unlucky).answer('GET /api/products/brands/', { status: 503, body: { detail: 'En obras' } });
  await unlucky.getByRole('link', { name: 'Categorías, marcas y etiquetas' }).click();
  await unlucky.getByRole('radio', { name: 'Marcas' }).check({ force: true });
  await unlucky.clock.runFor(2_000);
  const failed = unlucky.getByRole('alert').filter({ hasText: 'No se pudo cargar la lista' });
  await expect(failed).toContainText('En obras');
  await wire(unlucky).restore('GET /api/products/brands/');
  await retry(failed);
  await expect(failed).toHaveCount(0);

  const seller = await visit(await shop.newAccount({ role: 'Vendedor' }), addressOf('marcas'));
  await expect(seller.getByRole('region', { name: 'Apariencia' })).toBeVisible();
  await expect(seller.getByRole('link', { name: 'Categorías, marcas y etiquetas' })).toHaveCount(0);
});
