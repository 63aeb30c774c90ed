import type { Locator, Page } from '@playwright/test';
import { type ChosenFile, chooseFile, csvFile, downloadBy, handOver, table, workbook } from './support/files';
import { Shop } from './support/shop';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const start = '/productos/importar';
const upload = 'POST /api/imports/';

type Known = { sku: string; name: string; currentStock: number; price: number | null };

let files = 0;

/** A word that begins every SKU of one test, so that tests do not meet in the catalogue. */
function newWord(): string {
  files += 1;
  return `imp${process.pid}x${files}`;
}

function chooseButton(page: Page) {
  return page.getByRole('button', { name: 'Elegir archivo' });
}

function figure(page: Page, label: string): Locator {
  return page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');
}

function fieldOf(page: Page, column: string) {
  return page.getByLabel(`Dato de la columna «${column}»`);
}

async function open(page: Page, file: ChosenFile) {
  await chooseFile(page, chooseButton(page), file);
  await expect(page.getByRole('heading', { name: 'Di qué contiene cada columna' })).toBeVisible();
}

function importId(page: Page): string {
  return /importar\/(\d+)/.exec(page.url())?.[1] ?? '';
}

async function review(page: Page) {
  await page.getByRole('button', { name: 'Revisar' }).click();
  await expect(page.getByText(/en el archivo$/)).toBeVisible();
}

async function runAndFinish(page: Page) {
  await page.getByRole('button', { name: /^Importar \d/ }).click();
  await expect(page.getByRole('heading', { name: 'Importación terminada' })).toBeVisible();
}

async function catalogue(shop: Shop, word: string): Promise<Known[]> {
  const list = await shop.as<{ results: Known[] }>(shop.admin, {
    method: 'GET',
    path: `/api/products/?search=${word}&ordering=sku&limit=100`,
  });
  return list.results.map(({ sku, name, currentStock, price }) => ({ sku, name, currentStock, price }));
}

function create(shop: Shop, body: Partial<Known>) {
  return shop.as<{ idProduct: number }>(shop.admin, { method: 'POST', path: '/api/products/', body });
}

/** A file of somebody who works with other names for things. */
function houseFile(word: string): ChosenFile {
  const rows = table(
    ['Cód. de la casa', 'Artículo', 'Unidades', 'PVP', 'Pasillo'],
    [`${word}-1`, 'Caña de pescar', 7, '1.234,50', 'A'],
    [`${word}-2`, 'Muñeca de trapo', 3, '12,00', 'B'],
  );
  return csvFile(`${word}.csv`, rows);
}

test('from the palette to the catalogue and all the way back', async ({ shop, visit }) => {
  const word = newWord();
  await create(shop, { sku: `${word}-1`, name: 'Caña', currentStock: 2, price: 10 });
  const before = await catalogue(shop, word);
  const importer = await shop.newAccount();
  const page = await visit(importer, '/productos');
  await expect(page.getByRole('link', { name: 'Importar' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('importar');
  await page.getByRole('option', { name: 'Importar productos' }).click();
  await expect(page).toHaveURL(start);
  await expect(page).toHaveTitle('Importar productos · Estante');
  const trail = page.getByRole('navigation', { name: 'Migas de pan' });
  await expect(trail.getByRole('listitem')).toHaveText(['Inicio', 'Productos', 'Importar']);

  await open(page, houseFile(word));
  await expect(page).toHaveURL(/\/productos\/importar\/\d+$/);
  await expect(page.getByText('CSV, UTF-8, separado por «;»')).toBeVisible();
  await expect(page.getByText('Caña de pescar · Muñeca de trapo')).toBeVisible();
  await expect(fieldOf(page, 'Artículo')).toHaveValue('name');
  await expect(fieldOf(page, 'Pasillo')).toHaveValue('');
  await page.getByRole('button', { name: 'Revisar' }).click();
  await expect(page.getByRole('alert')).toHaveText('Indica qué columna contiene el SKU');
  await fieldOf(page, 'Cód. de la casa').selectOption('SKU (obligatorio)');
  await expect(page.getByRole('alert')).toHaveCount(0);

  await review(page);
  await expect(page.getByRole('heading', { name: 'Revisa lo que va a pasar' })).toBeFocused();
  await expect(figure(page, 'Crear')).toHaveText('1');
  await expect(figure(page, 'Actualizar')).toHaveText('1');
  await expect(figure(page, 'Sin cambios')).toHaveText('0');
  await expect(figure(page, 'Errores')).toHaveText('0');
  expect(await catalogue(shop, word)).toEqual(before);

  // The place is in the address: back leads to the columns as they were chosen, and a reload stays.
  await page.goBack();
  await expect(fieldOf(page, 'Cód. de la casa')).toHaveValue('sku');
  await page.goForward();
  await page.reload();
  await expect(figure(page, 'Crear')).toHaveText('1');
  await runAndFinish(page);
  await expect(figure(page, 'Creados')).toHaveText('1');
  await expect(figure(page, 'Actualizados')).toHaveText('1');
  expect(await catalogue(shop, word)).toEqual([
    { sku: `${word}-1`, name: 'Caña de pescar', currentStock: 7, price: 1234.5 },
    { sku: `${word}-2`, name: 'Muñeca de trapo', currentStock: 3, price: 12 },
  ]);

  await page.getByRole('button', { name: 'Deshacer importación' }).click();
  const question = page.getByRole('alertdialog', { name: `¿Deshacer la importación de “${word}.csv”?` });
  await expect(question).toContainText(
    'Se eliminará 1 producto que se creó y volverá a como estaba 1 producto. El stock se corrige con movimientos opuestos.',
  );
  await question.getByRole('button', { name: 'Deshacer importación' }).click();
  await expect(page.getByRole('heading', { name: 'Importación deshecha' })).toBeVisible();
  expect(await catalogue(shop, word)).toEqual(before);

  // What was chosen by hand is remembered for the next file with such columns.
  await page.getByRole('link', { name: 'Importar otro archivo' }).click();
  const row = page.getByRole('row').filter({ hasText: `${word}.csv` });
  await expect(row).toContainText('Deshecha');
  await expect(row).toContainText('1 creado · 1 actualizado');
  await expect(row).toContainText('Núria Peña');
  await open(page, houseFile(word));
  await expect(fieldOf(page, 'Cód. de la casa')).toHaveValue('sku');
});

test('what was exported comes back without a change', async ({ demoShop, visit }) => {
  const page = await visit(demoShop.admin, '/productos', { shop: demoShop });
  const { name, content } = await downloadBy(page, page.getByRole('button', { name: 'Exportar CSV' }));
  await page.getByRole('link', { name: 'Importar' }).click();
  await open(page, csvFile(name, content));
  await review(page);
  await expect(page.getByText('Todo sin cambios')).toBeVisible();
  const total = (await catalogueSize(demoShop)).toLocaleString('es-ES', { useGrouping: 'always' });
  await expect(figure(page, 'Sin cambios')).toHaveText(total);
  for (const label of ['Crear', 'Actualizar', 'Errores']) await expect(figure(page, label)).toHaveText('0');
  await expect(page.getByRole('button', { name: /^Importar/ })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Volver a productos' })).toBeVisible();
});

async function catalogueSize(shop: Shop): Promise<number> {
  const path = '/api/products/?limit=1';
  return (await shop.as<{ count: number }>(shop.admin, { method: 'GET', path })).count;
}

test('a bar that survives a reload and shows in another tab, with and without the live stream', async ({
  binary,
  visit,
}) => {
  const shop = await Shop.open({ binary });
  try {
    const rows = Array.from({ length: 15_000 }, (_, index) => [
      `G-${index}`,
      `Producto ${index}`,
      index % 90,
    ]);
    const page = await visit(shop.admin, start, { shop });
    await open(page, csvFile('grande.csv', table(['SKU', 'Nombre', 'Stock'], ...rows)));
    await review(page);
    await page.getByRole('button', { name: 'Importar 15.000 productos' }).click();
    const bar = page.getByRole('progressbar', { name: 'Progreso de la importación' });
    await expect(page.getByText(/^[\d.]+ de 15\.000 filas$/)).toBeVisible();
    await page.reload();
    await expect(bar).toBeVisible();
    await expect(bar).toHaveAttribute('aria-valuenow', /\d/);

    const other = await visit(shop.admin, '/dashboard', { shop });
    await wire(other).drop('GET /api/events/');
    await other.goto(new URL(page.url()).pathname);
    for (const tab of [page, other]) {
      await expect(tab.getByRole('heading', { name: 'Importación terminada' })).toBeVisible({
        timeout: 90_000,
      });
      await expect(figure(tab, 'Creados')).toHaveText('15.000');
    }
    expect(await catalogueSize(shop)).toBe(15_000);
  } finally {
    await shop.server.stop();
  }
});

test('bad rows are named one by one, page by page, and nothing is imported', async ({ shop, visit }) => {
  const word = newWord();
  const rows = Array.from({ length: 24 }, (_, index) => [`${word}-${index}`, `Uno ${index}`, 'muchos']);
  const file = csvFile(
    `${word}.csv`,
    table(['SKU', 'Nombre', 'Unidades'], ...rows, [`${word}-0`, 'Otra vez', 1]),
  );
  const page = await visit(shop.admin, start);
  await open(page, file);
  await review(page);
  await expect(page.getByRole('alert')).toContainText('Hay 25 filas con errores');
  await expect(figure(page, 'Errores')).toHaveText('25');
  await expect(page.getByRole('button', { name: /^Importar/ })).toHaveCount(0);
  const list = page.getByRole('table', { name: 'Errores del archivo' });
  await expect(list.getByRole('row').nth(1)).toHaveText(
    /2\s*Unidades\s*muchos\s*El stock debe ser un número entero mayor o igual a 0/,
  );
  await page.getByRole('link', { name: 'Página 2' }).click();
  await expect(page).toHaveURL(/pagina=2/);
  await expect(list.getByRole('row').last()).toHaveText(
    new RegExp(`26\\s*SKU\\s*${word}-0\\s*El SKU ya aparece en la fila 2`),
  );
  await page.getByRole('link', { name: 'Subir el archivo corregido' }).click();
  await expect(page).toHaveURL(start);
  expect(await catalogue(shop, word)).toEqual([]);
});

test('an import that the server found wrong when it ran says so at its own address', async ({
  shop,
  visit,
}) => {
  const word = newWord();
  const page = await visit(shop.admin, start);
  await open(page, csvFile(`${word}.csv`, table(['SKU', 'Nombre'], [`${word}-1`, 'Uno'])));
  await review(page);
  // Between the look and the run somebody says that another column is the SKU, and then no name is left.
  const path = `/api/imports/${importId(page)}/mapping/`;
  await shop.as(shop.admin, { method: 'PUT', path, body: { mapping: { sku: 1 } } });
  await page.getByRole('button', { name: 'Importar 1 producto' }).click();
  await expect(page.getByRole('heading', { name: 'No se ha importado nada' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Hay 1 fila con errores. No se ha importado nada.');
  await expect(page.getByRole('table', { name: 'Errores del archivo' })).toContainText(
    'El nombre es requerido',
  );
});

const refusals: [string, ChosenFile, string][] = [
  ['an empty file', csvFile('vacio.csv', ''), 'El archivo está vacío'],
  ['a PDF', csvFile('factura.csv', '%PDF-1.7'), 'Es un PDF: exporta la tabla como CSV o XLSX'],
  ['bytes', csvFile('datos.csv', 'SKU;\x01\x02'), 'El archivo no es una tabla: se admiten CSV y XLSX'],
  [
    'an old workbook',
    csvFile('viejo.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')),
    'Es un libro de Excel antiguo',
  ],
  ['a broken workbook', csvFile('roto.xlsx', 'PK\x03\x04nada'), 'El archivo no es un libro de Excel válido'],
  [
    'a zip bomb',
    workbook('bomba.xlsx', '<row/>'.repeat(5_000_000)),
    'El archivo se descomprime en demasiados datos y no se puede leer',
  ],
  [
    'a million columns',
    workbook('ancho.xlsx', '<row r="4"><c r="AZZZZZZZ4"><v>1</v></c></row>'),
    'Fila 4: hay más de 200 columnas',
  ],
  [
    'a file without rows',
    csvFile('titulos.csv', 'SKU;Nombre\n'),
    'El archivo no tiene ninguna fila debajo del encabezado',
  ],
];

test('every file that cannot be used says why, and the next one can be chosen at once', async ({
  shop,
  visit,
}) => {
  const page = await visit(shop.admin, start);
  wire(page).expectRefusal(upload, 400);
  for (const [what, file, sentence] of refusals) {
    await chooseFile(page, chooseButton(page), file);
    const alert = page.getByRole('alert');
    await expect(alert, what).toContainText(`No se pudo usar «${file.name}»`);
    await expect(alert, what).toContainText(sentence);
    await expect(page).toHaveURL(start);
  }
  const card = page.getByRole('region', { name: 'Archivo que quieres importar' });
  await handOver(card, 'drop', csvFile('mejor.csv', table(['SKU', 'Nombre'], ['a', 'b'])));
  await expect(page.getByRole('heading', { name: 'Di qué contiene cada columna' })).toBeVisible();
});

test('old encodings, other marks and formulas are read for what they are', async ({ shop, visit }) => {
  const word = newWord();
  const page = await visit(shop.admin, start);
  const latin = Buffer.from(`SKU,Nombre,PVP\n${word}-1,Cañón español,"1,234.50"\n`, 'latin1');
  await open(page, csvFile('antiguo.csv', latin));
  await expect(page.getByText('CSV, WINDOWS-1252, separado por «,»')).toBeVisible();
  await expect(page.getByText('Cañón español')).toBeVisible();
  await page.getByRole('radio', { name: 'Punto: 1,234.50' }).check();
  await review(page);
  await runAndFinish(page);
  expect(await catalogue(shop, word)).toEqual([
    { sku: `${word}-1`, name: 'Cañón español', currentStock: 0, price: 1234.5 },
  ]);

  await page.getByRole('link', { name: 'Importar otro archivo' }).click();
  const text = (cell: string, value: string) => `<c r="${cell}" t="str"><v>${value}</v></c>`;
  const header = `<row r="1">${text('A1', 'SKU')}${text('B1', 'Nombre')}${text('C1', 'Stock')}</row>`;
  const formula = `<row r="2">${text('A2', `${word}-9`)}${text('B2', 'Uno')}<c r="C2"><f>1+1</f></c></row>`;
  await open(page, workbook('formulas.xlsx', header + formula));
  await review(page);
  await expect(page.getByRole('table', { name: 'Errores del archivo' })).toContainText(
    'La celda contiene una fórmula sin resultado: escribe el valor',
  );
});

test('what a file says is shown as text, whatever it says', async ({ shop, visit }) => {
  const harm = '<img src=x onerror=alert(1)>';
  const page = await visit(shop.admin, start);
  await open(page, csvFile(`${harm}.csv`, table(['SKU', harm, 'Stock'], ['h-1', harm, harm])));
  await expect(page.getByText(`${harm}.csv`)).toBeVisible();
  await fieldOf(page, harm).selectOption('name');
  await review(page);
  await expect(page.getByRole('table', { name: 'Errores del archivo' })).toContainText(harm);
});

test('another row can be the header, and the columns are recognised anew', async ({ shop, visit }) => {
  const word = newWord();
  const rows = table(['Nombre', 'SKU', ''], ['Referencia', 'Artículo', 'Unidades'], [`${word}-1`, 'Uno', 4]);
  const page = await visit(shop.admin, start);
  await open(page, csvFile('titulos.csv', rows));
  await expect(fieldOf(page, 'Referencia')).toHaveValue('sku');
  await page.getByLabel('Fila de los encabezados').fill('9');
  wire(page).expectAnyRefusal(400);
  await page.getByRole('button', { name: 'Usar esta fila' }).click();
  await expect(page.getByText('La fila del encabezado está vacía o no existe')).toBeVisible();
  await page.getByLabel('Fila de los encabezados').fill('1');
  await page.getByRole('button', { name: 'Usar esta fila' }).click();
  await expect(fieldOf(page, 'SKU')).toHaveValue('sku');
  await expect(fieldOf(page, 'Nombre')).toHaveValue('name');
  await expect(fieldOf(page, 'Columna 3')).toHaveValue('');
});

test('undoing is refused with names when something has changed since', async ({ shop, visit }) => {
  const word = newWord();
  const page = await visit(shop.admin, start);
  await open(page, csvFile(`${word}.csv`, table(['SKU', 'Nombre', 'Stock'], [`${word}-1`, 'Uno', 5])));
  await review(page);
  await runAndFinish(page);
  const { results } = await shop.as<{ results: { idProduct: number }[] }>(shop.admin, {
    method: 'GET',
    path: `/api/products/?search=${word}`,
  });
  const path = `/api/products/${results[0]?.idProduct}/`;
  await shop.as(shop.admin, { method: 'PATCH', path, body: { name: 'Otro nombre' } });

  await page.goto(start);
  wire(page).expectAnyRefusal(409);
  await page.getByRole('button', { name: `Deshacer la importación de ${word}.csv` }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Deshacer importación' }).click();
  await expect(question.getByRole('alert')).toHaveText(
    `No se puede deshacer: Otro nombre (${word}-1) ha cambiado desde entonces`,
  );
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await shop.as(shop.admin, { method: 'PATCH', path, body: { name: 'Uno' } });
  await page.getByRole('button', { name: `Deshacer la importación de ${word}.csv` }).click();
  await question.getByRole('button', { name: 'Deshacer importación' }).click();
  await expect(page.getByRole('row').filter({ hasText: `${word}.csv` })).toContainText('Deshecha');
  expect(await catalogue(shop, word)).toEqual([]);
});

test('what fails on the way can be tried again, and nothing chosen is lost', async ({ shop, visit }) => {
  const word = newWord();
  const page = await visit(shop.admin, start);
  await wire(page).drop(upload);
  await chooseFile(page, chooseButton(page), houseFile(word));
  await expect(page.getByRole('alert')).toContainText('No se puede conectar con el servidor');
  await wire(page).restore(upload);
  await page.getByRole('button', { name: 'Volver a subirlo' }).click();
  await fieldOf(page, 'Cód. de la casa').selectOption('sku');

  const id = importId(page);
  const [mapping, preview, run] = [
    `PUT /api/imports/${id}/mapping/`,
    `POST /api/imports/${id}/preview/`,
    `POST /api/imports/${id}/run/`,
  ] as const;
  await wire(page).answer(mapping, { status: 500, body: {} });
  await page.getByRole('button', { name: 'Revisar' }).click();
  await expect(page.getByRole('alert')).toHaveText('Error interno del servidor');
  await expect(fieldOf(page, 'Cód. de la casa')).toHaveValue('sku');
  await wire(page).restore(mapping);
  await wire(page).answer(preview, { status: 503, body: {} });
  await page.getByRole('button', { name: 'Revisar' }).click();
  await expect(page.getByRole('alert')).toContainText('No se pudo revisar el archivo');
  await wire(page).restore(preview);
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(figure(page, 'Crear')).toHaveText('2');
  await wire(page).drop(run);
  await page.getByRole('button', { name: 'Importar 2 productos' }).click();
  await expect(page.getByRole('alert')).toContainText('No se pudo empezar la importación');
  await wire(page).restore(run);
  await runAndFinish(page);

  await wire(page).answer('GET /api/imports/', { status: 500, body: {} });
  await page.goto(start);
  await expect(page.getByRole('alert')).toContainText('Error al cargar las importaciones');
});

test('an upload can be called off', async ({ shop, visit }) => {
  const page = await visit(shop.admin, start);
  await wire(page).hold(upload);
  await chooseFile(page, chooseButton(page), houseFile(newWord()));
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(chooseButton(page)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the stock goes to the location that was chosen', async ({ binary, visit }) => {
  const shop = await Shop.open({ binary });
  try {
    await shop.as(shop.admin, { method: 'POST', path: '/api/locations/', body: { name: 'Trastienda' } });
    const page = await visit(shop.admin, start, { shop });
    await open(page, csvFile('stock.csv', table(['SKU', 'Nombre', 'Stock'], ['T-1', 'Uno', 5])));
    await page.getByLabel('Almacén del stock').selectOption('Trastienda');
    await review(page);
    await runAndFinish(page);
    await page.goto('/inventario?tab=movimientos');
    await expect(page.getByRole('row').filter({ hasText: 'T-1' })).toContainText('Trastienda');
  } finally {
    await shop.server.stop();
  }
});

test('whoever may not import sees no way to it', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount({ role: 'Vendedor' }), '/productos');
  await expect(page.getByRole('button', { name: 'Exportar CSV' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Importar' })).toHaveCount(0);
  await page.goto(start);
  await expect(page.getByText('No puedes importar productos')).toBeVisible();
});

test('an address of no import leads to a new one', async ({ shop, visit }) => {
  const page = await visit(shop.admin, `${start}/nada`);
  await expect(page.getByText('Esta importación no existe')).toBeVisible();
  wire(page).expectAnyRefusal(404);
  await page.goto(`${start}/999999`);
  await expect(page.getByText('Esta importación no existe')).toBeVisible();
  await page.getByRole('link', { name: 'Elegir otro archivo' }).click();
  await expect(page).toHaveURL(start);
});

test('the whole way on a phone', async ({ shop, visit }) => {
  const word = newWord();
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await visit(shop.admin, '/productos', phone);
  await page.getByRole('link', { name: 'Importar' }).tap();
  await open(page, houseFile(word));
  await fieldOf(page, 'Cód. de la casa').selectOption('sku');
  await review(page);
  await runAndFinish(page);
  await page.getByRole('link', { name: 'Importar otro archivo' }).tap();
  const card = page.getByRole('listitem').filter({ hasText: `${word}.csv` });
  await expect(card).toContainText('2 creados');
  await card.getByRole('button', { name: 'Deshacer' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer importación' }).tap();
  await expect(card).toContainText('Deshecha');
  expect(await catalogue(shop, word)).toEqual([]);
});
