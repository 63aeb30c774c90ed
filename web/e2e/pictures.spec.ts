import type { Locator, Page } from '@playwright/test';
import { chooseFile, handOver, pngFile } from './support/files';
import type { Shop } from './support/shop';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const keep = 'POST /api/images/';
const red = pngFile('roja.png', 120);
const blue = pngFile('azul.png', 120, [30, 30, 200]);

type Pictured = { idProduct: number; sku: string; imageUrl: string };

let made = 0;

function newSku(): string {
  made += 1;
  return `foto${process.pid}x${made}`;
}

function create(shop: Shop, sku: string) {
  const body = { sku, name: `Silla ${sku}` };
  return shop.as<Pictured>(shop.admin, { method: 'POST', path: '/api/products/', body });
}

async function imageOf(shop: Shop, sku: string): Promise<string> {
  const path = `/api/products/?search=${sku}`;
  const { results } = await shop.as<{ results: Pictured[] }>(shop.admin, { method: 'GET', path });
  return results[0]?.imageUrl ?? '';
}

/** A picture that really arrived and could be drawn. */
async function expectDrawn(picture: Locator) {
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}

async function openForm(page: Page, sku: string): Promise<Locator> {
  await page.getByRole('button', { name: `Editar Silla ${sku}` }).click();
  const form = page.getByRole('dialog', { name: 'Editar producto' });
  await expect(form).toBeVisible();
  return form;
}

function address(form: Locator) {
  return form.getByLabel('Dirección de la imagen');
}

test('a new product with a chosen picture, which lists and details then show', async ({ shop, visit }) => {
  const sku = newSku();
  const page = await visit(shop.admin, `/productos?buscar=${sku}&nuevo=`);
  const form = page.getByRole('dialog', { name: 'Nuevo Producto' });
  await form.getByLabel('SKU').fill(sku);
  await form.getByLabel('Nombre').fill(`Silla ${sku}`);
  await chooseFile(page, form.getByRole('button', { name: 'Elegir imagen' }), red);
  await expectDrawn(form.locator('img'));
  await expect(address(form)).toHaveAttribute('placeholder', 'Imagen subida');
  await form.getByRole('button', { name: 'Crear producto' }).click();
  const row = page.getByRole('row').filter({ hasText: sku });
  await expect(row.locator('img')).toHaveAttribute('src', /^\/api\/images\/[0-9a-f]+\.(png|jpg)\?size=thumb$/);
  await expectDrawn(row.locator('img'));
  await row.getByRole('link', { name: `Silla ${sku}` }).click();
  const facts = page.getByRole('region', { name: 'Datos' });
  await expectDrawn(facts.locator('img'));

  const first = await imageOf(shop, sku);
  await chooseFile(page, facts.getByRole('button', { name: 'Cambiar imagen' }), blue);
  await expect(page.getByText('Imagen cambiada')).toBeVisible();
  expect(await imageOf(shop, sku)).not.toBe(first);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(facts.locator('img')).toHaveAttribute('src', new RegExp(`^${first}`));
  expect(await imageOf(shop, sku)).toBe(first);
  await facts.getByRole('button', { name: 'Quitar imagen' }).click();
  await expect(page.getByText('Imagen quitada')).toBeVisible();
  await expect(facts.getByRole('button', { name: 'Elegir imagen' })).toBeVisible();
  expect(await imageOf(shop, sku)).toBe('');
});

test('a picture of another machine that did not come says why, and is tried again', async ({ shop, visit }) => {
  const sku = newSku();
  const imageUrl = 'https://fotos.invalid/silla.png';
  const body = { sku, name: `Silla ${sku}`, imageUrl };
  const { idProduct } = await shop.as<Pictured>(shop.admin, { method: 'POST', path: '/api/products/', body });
  const path = `/api/products/${idProduct}/` as const;
  const product = await shop.as<object>(shop.admin, { method: 'GET', path });
  const page = await visit(shop.admin, '/dashboard');
  const imageProblem = 'El servidor respondió con el error 404';
  await wire(page).answer(`GET ${path}`, { status: 200, body: { ...product, imageProblem } });
  await page.goto(`/productos/${idProduct}`);
  const facts = page.getByRole('region', { name: 'Datos' });
  await expect(facts.getByText(`No se pudo traer la imagen de su dirección. ${imageProblem}.`)).toBeVisible();

  await wire(page).answer(`PATCH ${path}`, { status: 403, body: { detail: 'No tienes permiso para hacer esto' } });
  await facts.getByRole('button', { name: 'Reintentar' }).click();
  await expect(facts.getByRole('alert')).toContainText('No tienes permiso');
  await wire(page).restore(`PATCH ${path}`);
  await wire(page).restore(`GET ${path}`);
  const asked = page.waitForRequest((request) => request.method() === 'PATCH' && request.url().endsWith(path));
  await facts.getByRole('button', { name: 'Reintentar' }).click();
  expect((await asked).postDataJSON()).toEqual({ imageUrl });
  await expect(facts.getByText('La imagen se está trayendo de su dirección.')).toBeVisible();
  await expect(facts.getByRole('button', { name: 'Reintentar' })).toBeHidden();
});

test('dropped, pasted, replaced by an address, removed', async ({ shop, visit }) => {
  const sku = newSku();
  await create(shop, sku);
  const page = await visit(shop.admin, `/productos?buscar=${sku}`);
  let form = await openForm(page, sku);
  await handOver(form.getByText('Elige, suelta o pega'), 'drop', red);
  await expect(address(form)).toHaveAttribute('placeholder', 'Imagen subida');
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(form).toBeHidden();
  const dropped = await imageOf(shop, sku);
  expect(dropped).toMatch(/^\/api\/images\//);

  form = await openForm(page, sku);
  await expectDrawn(form.locator('img'));
  await handOver(form.getByLabel('Nombre'), 'paste', blue);
  await expect(form.getByRole('button', { name: 'Cambiar imagen' })).toBeEnabled();
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(form).toBeHidden();
  expect(await imageOf(shop, sku)).not.toBe(dropped);

  const elsewhere = 'https://fotos.ejemplo.es/silla.png';
  form = await openForm(page, sku);
  await address(form).fill('http://fotos.ejemplo.es/silla.png');
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(address(form)).toHaveAccessibleDescription('La imagen debe tener una dirección https');
  await address(form).fill(elsewhere);
  await expect(form.locator('img')).toHaveCount(0);
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(form).toBeHidden();
  expect(await imageOf(shop, sku)).toBe(elsewhere);

  form = await openForm(page, sku);
  await form.getByRole('button', { name: 'Quitar imagen' }).click();
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(form).toBeHidden();
  expect(await imageOf(shop, sku)).toBe('');
});

test('what is no picture is said at the field, and what was typed stays', async ({ shop, visit }) => {
  const sku = newSku();
  await create(shop, sku);
  const page = await visit(shop.admin, `/productos?buscar=${sku}`);
  const form = await openForm(page, sku);
  await form.getByLabel('Nombre').fill('Silla de enea');
  const choose = form.getByRole('button', { name: 'Elegir imagen' });
  await chooseFile(page, choose, { ...red, name: 'dibujo.svg', mimeType: 'image/svg+xml' });
  await expect(address(form)).toHaveAccessibleDescription('El archivo no es una imagen PNG, JPEG, GIF o WebP');
  await chooseFile(page, choose, { ...red, buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
  await expect(address(form)).toHaveAccessibleDescription('La imagen es demasiado grande: el máximo son 10 MB');
  wire(page).expectRefusal(keep, 400);
  await chooseFile(page, choose, { ...red, buffer: red.buffer.subarray(0, 60) });
  await expect(address(form)).toHaveAccessibleDescription('La imagen está dañada y no se puede leer');
  await chooseFile(page, choose, { ...red, buffer: Buffer.from('texto') });
  await expect(address(form)).toHaveAccessibleDescription('El archivo no es una imagen PNG, JPEG, GIF o WebP');
  await wire(page).drop(keep);
  await chooseFile(page, choose, red);
  await expect(address(form)).toHaveAccessibleDescription(/^No se pudo subir la imagen\. No se puede conectar/);
  await wire(page).restore(keep);
  await chooseFile(page, choose, red);
  await expect(address(form)).toHaveAttribute('placeholder', 'Imagen subida');
  await expect(form.getByLabel('Nombre')).toHaveValue('Silla de enea');
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(form).toBeHidden();
  expect(await imageOf(shop, sku)).toMatch(/^\/api\/images\//);
});

test('the form waits for a picture that is on its way', async ({ shop, visit }) => {
  const sku = newSku();
  await create(shop, sku);
  const page = await visit(shop.admin, `/productos?buscar=${sku}`);
  const form = await openForm(page, sku);
  const release = await wire(page).hold(keep);
  await chooseFile(page, form.getByRole('button', { name: 'Elegir imagen' }), red);
  await expect(form.getByRole('button', { name: 'Subiendo…' })).toBeVisible();
  await expectDrawn(form.locator('img'));
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(address(form)).toHaveAccessibleDescription('Espera a que termine de subirse la imagen');
  await release();
  await expect(form.getByRole('button', { name: 'Cambiar imagen' })).toBeEnabled();
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(form).toBeHidden();
  expect(await imageOf(shop, sku)).toMatch(/^\/api\/images\//);
});

test('on its own page a picture that is refused says why, and readers only look', async ({ shop, visit }) => {
  const sku = newSku();
  const { idProduct } = await create(shop, sku);
  const page = await visit(shop.admin, `/productos/${idProduct}`);
  const facts = page.getByRole('region', { name: 'Datos' });
  wire(page).expectRefusal(keep, 400);
  const choose = facts.getByRole('button', { name: 'Elegir imagen' });
  await chooseFile(page, choose, { ...red, buffer: Buffer.from('texto') });
  await expect(facts.getByRole('alert')).toHaveText('El archivo no es una imagen PNG, JPEG, GIF o WebP');
  await handOver(choose, 'drop', red);
  await expectDrawn(facts.locator('img'));
  await expect(facts.getByRole('alert')).toHaveCount(0);

  const reader = await visit(await shop.newAccount({ role: 'Consulta' }), `/productos/${idProduct}`);
  const seen = reader.getByRole('region', { name: 'Datos' });
  await expectDrawn(seen.locator('img'));
  await expect(seen.getByRole('button')).toHaveCount(0);
});
