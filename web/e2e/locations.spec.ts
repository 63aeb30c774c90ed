import type { Page } from '@playwright/test';
import { retry } from './support/screen';
import type { Shop } from './support/shop';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const address = '/configuracion?seccion=almacenes';
const list = 'GET /api/locations/';

// A user who adds a location does so in a shop of its own: every other screen would begin to mention it.

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name });
}

async function addLocation(shop: Shop, name: string): Promise<number> {
  const { id } = await shop.as<{ id: number }>(shop.admin, {
    method: 'POST',
    path: '/api/locations/',
    body: { name },
  });
  return id;
}

test('a second location is added, named in the products, renamed and taken out of use', async ({ newShop, visit }) => {
  const shop = await newShop();
  const sku = 'LOC';
  const { idProduct } = await shop.as<{ idProduct: number }>(shop.admin, {
    method: 'POST',
    path: '/api/products/',
    body: { sku, name: 'Escalera plegable', stock: 5 },
  });
  const page = await visit(shop.admin, address, { shop });
  await expect(page.getByText('Con un solo almacén, ninguna pantalla lo menciona.')).toBeVisible();
  await expect(rowOf(page, 'Principal')).toContainText('Por defecto');
  await expect(rowOf(page, 'Principal').getByRole('button', { name: /^Desactivar/ })).toHaveCount(0);

  const name = 'Nave';
  await page.getByRole('button', { name: 'Añadir almacén' }).click();
  const dialog = page.getByRole('dialog', { name: 'Añadir almacén' });
  await expect(dialog.getByLabel('Nombre')).toBeFocused();
  await dialog.getByLabel('Nombre').fill(name);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Avisos', exact: true })).toContainText('Almacén añadido');
  await expect(rowOf(page, name)).toContainText('En uso');
  await expect(page.getByText('Con un solo almacén, ninguna pantalla lo menciona.')).toHaveCount(0);

  const { id } = await shop
    .as<{ results: { id: number; name: string }[] }>(shop.admin, { method: 'GET', path: '/api/locations/' })
    .then(({ results }) => results.find((location) => location.name === name) ?? { id: 0 });
  const transfer = { productId: idProduct, fromLocationId: 1, toLocationId: id, quantity: 2 };
  await shop.as(shop.admin, { method: 'POST', path: '/api/transfers/', body: transfer });
  // The figures arrive by themselves.
  await expect(rowOf(page, name).getByRole('cell').nth(1)).toHaveText('1');
  await expect(rowOf(page, name).getByRole('cell').nth(2)).toHaveText('2');

  await rowOf(page, name)
    .getByRole('button', { name: `Desactivar ${name}…` })
    .click();
  const question = page.getByRole('alertdialog', { name: `¿Desactivar «${name}»?` });
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  wire(page).expectRefusal(`PATCH /api/locations/${id}/`, 409);
  await question.getByRole('button', { name: 'Desactivar' }).click();
  await expect(question.getByRole('alert')).toHaveText(
    'El almacén todavía tiene stock: traspásalo antes de desactivarlo',
  );
  await question.getByRole('button', { name: 'Cancelar' }).click();

  const details = await visit(shop.admin, `/productos/${idProduct}`, { shop });
  await expect(details.getByRole('region', { name: 'Stock', exact: true })).toContainText(`${name}2`);

  const renamed = 'Almacén norte';
  await rowOf(page, name)
    .getByRole('button', { name: `Renombrar ${name}` })
    .click();
  await page.getByRole('dialog').getByLabel('Nombre').fill(renamed);
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
  await expect(rowOf(page, renamed)).toBeVisible();

  await shop.as(shop.admin, {
    method: 'POST',
    path: '/api/transfers/',
    body: { ...transfer, fromLocationId: id, toLocationId: 1 },
  });
  await rowOf(page, renamed)
    .getByRole('button', { name: `Desactivar ${renamed}…` })
    .click();
  // With two locations every movement says where it happened; with one there is nothing to say.
  const movements = await visit(shop.admin, '/inventario?tab=movimientos', { shop });
  const place = movements.getByRole('columnheader', { name: 'Almacén' });
  await expect(place).toBeVisible();
  await expect(details.getByRole('table', { name: 'Movimientos' })).toContainText(renamed);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click();
  await expect(rowOf(page, renamed)).toContainText('Desactivado');
  await expect(place).toHaveCount(0);
  await expect(details.getByRole('table', { name: 'Movimientos' })).not.toContainText(renamed);
  await rowOf(page, renamed)
    .getByRole('button', { name: `Activar ${renamed}` })
    .click();
  await expect(rowOf(page, renamed)).toContainText('En uso');
});

test('what is wrong with a name stands at its field, and a failure keeps it', async ({ shop, visit }) => {
  const page = await visit(shop.admin, address);
  await page.getByRole('button', { name: 'Añadir almacén' }).click();
  const dialog = page.getByRole('dialog', { name: 'Añadir almacén' });
  const name = dialog.getByLabel('Nombre');
  const save = dialog.getByRole('button', { name: 'Añadir almacén' });
  await save.click();
  await expect(name).toHaveAccessibleDescription('El nombre del almacén es requerido');
  await name.fill('principal');
  wire(page).expectRefusal('POST /api/locations/', 400);
  await save.click();
  await expect(name).toHaveAccessibleDescription('Ya existe un almacén con este nombre');
  await expect(name).toBeFocused();
  await name.fill('Nave sur');
  await wire(page).answer('POST /api/locations/', {
    status: 500,
    body: { detail: 'Error interno del servidor' },
  });
  await save.click();
  await expect(dialog.getByRole('alert')).toContainText('No se pudo añadir el almacén');
  await expect(name).toHaveValue('Nave sur');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
  await expect(dialog).toHaveCount(0);
});

test('a name that somebody else changed meanwhile is not overwritten', async ({ newShop, visit }) => {
  const shop = await newShop();
  const name = 'Local';
  const id = await addLocation(shop, name);
  const page = await visit(shop.admin, address, { shop });
  await rowOf(page, name)
    .getByRole('button', { name: `Renombrar ${name}` })
    .click();
  const theirs = 'Tienda';
  await shop.as(shop.admin, { method: 'PATCH', path: `/api/locations/${id}/`, body: { name: theirs } });
  wire(page).expectRefusal(`PATCH /api/locations/${id}/`, 412);
  // The list behind the dialog knows already; what was seen in the dialog is still the old one.
  await expect(page.locator('main')).toContainText(theirs);
  const dialog = page.getByRole('dialog', { name: 'Renombrar almacén' });
  await dialog.getByLabel('Nombre').fill('Lo mío');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Otra persona ha cambiado estos datos.');
});

test('a list that cannot be read is asked for again, and only administrators see it', async ({ shop, visit }) => {
  const page = await visit(shop.admin, '/configuracion', { clock: true });
  await wire(page).answer(list, { status: 503, body: { detail: 'En obras' } });
  await page.getByRole('link', { name: 'Almacenes' }).click();
  const failed = page.getByRole('alert').filter({ hasText: 'No se pudieron cargar los almacenes' });
  await page.clock.runFor(2_000);
  await expect(failed).toContainText('En obras');
  await wire(page).restore(list);
  await retry(failed);
  await expect(rowOf(page, 'Principal')).toBeVisible();

  const manager = await visit(await shop.newAccount(), address);
  await expect(manager.getByRole('region', { name: 'Apariencia' })).toBeVisible();
  await expect(manager.getByRole('link', { name: 'Almacenes' })).toHaveCount(0);
});
