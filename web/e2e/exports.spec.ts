import type { Page } from '@playwright/test';
import { csvRows, downloadBy, saved } from './support/files';
import type { Shop } from './support/shop';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const productExport = 'GET /api/products/export/';
const movementExport = 'GET /api/movements/export/';

let shelves = 0;

/** A few products that only this test knows; the search word finds them all. */
async function stockShelf(shop: Shop, count: number): Promise<string> {
  shelves += 1;
  const word = `balda${process.pid}x${shelves}`;
  for (let number = 1; number <= count; number += 1) {
    const body = {
      sku: `${word}-${String(number).padStart(2, '0')}`,
      name: number === 1 ? `=${word} fórmula` : `Caña ${word} ${number}`,
      category: 'Jardín',
      currentStock: number,
      price: 1.5,
    };
    await shop.as(shop.admin, { method: 'POST', path: '/api/products/', body });
  }
  return word;
}

function csvButton(page: Page) {
  return page.getByRole('button', { name: 'Exportar CSV' });
}

async function chooseExcel(page: Page) {
  await page.getByRole('button', { name: 'Otros formatos de exportación' }).click();
  return page.getByRole('menuitem', { name: 'Exportar Excel (XLSX)' });
}

test('the products that match the filters, not only the page, as a CSV for Spanish spreadsheets', async ({
  shop,
  visit,
}) => {
  const word = await stockShelf(shop, 12);
  const page = await visit(shop.admin, `/productos?buscar=${word}&orden=sku&porPagina=10`);
  await expect(page.getByText('1–10 de 12')).toBeVisible();
  const { name, content } = await downloadBy(page, csvButton(page));
  expect(name).toMatch(/^productos_\d{4}-\d\d-\d\d\.csv$/);
  const [header = [], ...rows] = csvRows(content);
  expect(header.slice(0, 11)).toEqual([
    'ID',
    'Nombre',
    'SKU',
    'Categoría',
    'Marca',
    'Stock Actual',
    'Stock Mínimo',
    'Precio',
    'Estado',
    'Fecha de Creación',
    'Fecha de Actualización',
  ]);
  expect(rows.map((row) => row[2])).toEqual(
    Array.from({ length: 12 }, (_, index) => `${word}-${String(index + 1).padStart(2, '0')}`),
  );
  const [first = []] = rows;
  expect(first[1]).toBe(`'=${word} fórmula`);
  expect(first.slice(3, 9)).toEqual(['Jardín', 'Sin marca', '1', '', '1,50', 'Activo']);
  expect(first[9]).toMatch(/^\d\d\/\d\d\/\d{4}$/);
});

test('the same as an Excel workbook, which can be read again', async ({ shop, visit }) => {
  const word = await stockShelf(shop, 3);
  const page = await visit(shop.admin, `/productos?buscar=${word}`);
  const { name, content } = await downloadBy(page, await chooseExcel(page));
  expect(name).toMatch(/^productos_\d{4}-\d\d-\d\d\.xlsx$/);
  const form = new FormData();
  form.append('file', new File([new Uint8Array(content)], name));
  const answer = await fetch(`${shop.address}/api/imports/`, {
    method: 'POST',
    headers: { Authorization: `Session ${shop.admin.session.sessionToken}` },
    body: form,
  });
  const read = (await answer.json()) as { kind: string; sample: string[][]; mapping: { sku: number } };
  expect(read.kind).toBe('xlsx');
  expect(new Set(read.sample.map((row) => row[read.mapping.sku]))).toEqual(
    new Set([`${word}-01`, `${word}-02`, `${word}-03`]),
  );
});

test('only the chosen rows', async ({ shop, visit }) => {
  const word = await stockShelf(shop, 4);
  const page = await visit(shop.admin, `/productos?buscar=${word}`);
  await page.getByRole('checkbox', { name: `Seleccionar Caña ${word} 2` }).check();
  await page.getByRole('checkbox', { name: `Seleccionar Caña ${word} 4` }).check();
  const bar = page.getByRole('region', { name: 'Selección' });
  const { content } = await downloadBy(page, bar.getByRole('button', { name: 'Exportar CSV' }));
  const skus = csvRows(content)
    .slice(1)
    .map((row) => row[2]);
  expect(skus).toHaveLength(2);
  expect(new Set(skus)).toEqual(new Set([`${word}-02`, `${word}-04`]));
});

test('nothing to export, a failure and a second try', async ({ shop, visit }) => {
  const word = await stockShelf(shop, 1);
  const page = await visit(shop.admin, '/productos?buscar=nadie-se-llama-asi');
  wire(page).expectRefusal(productExport, 409);
  await csvButton(page).click();
  await expect(page.getByText('No hay productos para exportar')).toBeVisible();

  await page.goto(`/productos?buscar=${word}`);
  await wire(page).answer(productExport, { status: 500, body: {} });
  await csvButton(page).click();
  await expect(page.getByText('Error al exportar los productos. Inténtalo de nuevo.')).toBeVisible();
  await wire(page).restore(productExport);
  const { content } = await downloadBy(page, csvButton(page));
  expect(csvRows(content)).toHaveLength(2);
});

test('the button says that it is at work and does nothing twice', async ({ shop, visit }) => {
  const word = await stockShelf(shop, 1);
  const page = await visit(shop.admin, `/productos?buscar=${word}`);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const release = await wire(page).hold(productExport);
  await csvButton(page).click();
  const busy = page.getByRole('button', { name: 'Exportando…' });
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  await busy.press('Enter');
  const coming = page.waitForEvent('download');
  await release();
  const { content } = await saved(await coming);
  expect(csvRows(content)).toHaveLength(2);
  await expect(csvButton(page)).toBeVisible();
  expect(asked.filter((path) => path === '/api/products/export/')).toHaveLength(1);
});

test('movements as filtered, for those who may only read', async ({ shop, visit }) => {
  const word = await stockShelf(shop, 3);
  const products = await shop.as<{ results: { idProduct: number }[] }>(shop.admin, {
    method: 'GET',
    path: `/api/products/?search=${word}&ordering=sku`,
  });
  const taken = products.results.at(-1)?.idProduct;
  const body = { type: 'out', quantity: 2, reason: 'sale' };
  await shop.as(shop.admin, { method: 'POST', path: `/api/products/${taken}/adjust_stock/`, body });

  const reader = await shop.newAccount({ role: 'Consulta' });
  const page = await visit(reader, `/inventario?tab=movimientos&buscar=${word}&tipo=salida`);
  const { name, content } = await downloadBy(page, csvButton(page));
  expect(name).toMatch(/^movimientos_\d{4}-\d\d-\d\d\.csv$/);
  const [header = [], ...rows] = csvRows(content);
  expect(rows).toHaveLength(1);
  const cell = (title: string) => rows[0]?.[header.indexOf(title)];
  expect(cell('SKU')).toBe(`${word}-03`);
  expect(cell('Tipo')).toBe('Salida');

  const workbook = await downloadBy(page, await chooseExcel(page));
  expect(workbook.name).toMatch(/^movimientos_.*\.xlsx$/);
  expect(workbook.content.subarray(0, 2).toString()).toBe('PK');

  await wire(page).answer(movementExport, { status: 503, body: {} });
  await csvButton(page).click();
  await expect(page.getByText('Error al exportar los movimientos. Inténtalo de nuevo.')).toBeVisible();
  await wire(page).restore(movementExport);
  await page.goto(`/inventario?tab=movimientos&buscar=nadie-se-llama-asi`);
  wire(page).expectRefusal(movementExport, 409);
  await csvButton(page).click();
  await expect(page.getByText('No hay movimientos para exportar')).toBeVisible();
});
