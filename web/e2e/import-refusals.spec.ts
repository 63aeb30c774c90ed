import { type ChosenFile, chooseFile, csvFile, handOver, table, workbook } from './support/files';
import {
  catalogue,
  chooseButton,
  fieldOf,
  figure,
  houseColumn,
  houseFile,
  importId,
  newWord,
  openFile,
  review,
  runAndFinish,
  start,
} from './support/importing';
import { retry } from './support/screen';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const upload = 'POST /api/imports/';

test('bad rows are named one by one, page by page, and nothing is imported', async ({ shop, visit }) => {
  const word = newWord();
  const rows = Array.from({ length: 24 }, (_, index) => [`${word}-${index}`, `Uno ${index}`, 'muchos']);
  const file = csvFile(`${word}.csv`, table(['SKU', 'Nombre', 'Unidades'], ...rows, [`${word}-0`, 'Otra vez', 1]));
  const page = await visit(shop.admin, start);
  await openFile(page, file);
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

test('an import that the server found wrong when it ran says so at its own address', async ({ newShop, visit }) => {
  const word = newWord();
  // What is said of the columns below is remembered for every later file of the shop.
  const shop = await newShop();
  const page = await visit(shop.admin, start, { shop });
  await openFile(page, csvFile(`${word}.csv`, table(['SKU', 'Nombre'], [`${word}-1`, 'Uno'])));
  await review(page);
  // Between the look and the run a user says that another column is the SKU, and then no name is left.
  const path = `/api/imports/${importId(page)}/mapping/`;
  await shop.as(shop.admin, { method: 'PUT', path, body: { mapping: { sku: 1 } } });
  await page.getByRole('button', { name: 'Importar 1 producto' }).click();
  await expect(page.getByRole('heading', { name: 'No se ha importado nada' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Hay 1 fila con errores. No se ha importado nada.');
  await expect(page.getByRole('table', { name: 'Errores del archivo' })).toContainText('El nombre es requerido');
});

const refusals: [string, ChosenFile, string][] = [
  ['an empty file', csvFile('vacio.csv', ''), 'El archivo está vacío'],
  ['a PDF', csvFile('factura.csv', '%PDF-1.7'), 'Es un PDF: exporta la tabla como CSV o XLSX'],
  ['bytes', csvFile('datos.csv', 'SKU;\x01\x02'), 'El archivo no es una tabla: se admiten CSV y XLSX'],
  ['an old workbook', csvFile('viejo.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')), 'Es un libro de Excel antiguo'],
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

test('every file that cannot be used says why, and the next one can be chosen at once', async ({ shop, visit }) => {
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

test('what a file says is shown as text, whatever it says', async ({ shop, visit }) => {
  const harm = '<img src=x onerror=alert(1)>';
  const page = await visit(shop.admin, start);
  await openFile(page, csvFile(`${harm}.csv`, table(['SKU', harm, 'Stock'], ['h-1', harm, harm])));
  await expect(page.getByText(`${harm}.csv`)).toBeVisible();
  await fieldOf(page, harm).selectOption('name');
  await review(page);
  await expect(page.getByRole('table', { name: 'Errores del archivo' })).toContainText(harm);
});

test('undoing is refused with names when something has changed since', async ({ shop, visit }) => {
  const word = newWord();
  const page = await visit(shop.admin, start);
  await openFile(page, csvFile(`${word}.csv`, table(['SKU', 'Nombre', 'Stock'], [`${word}-1`, 'Uno', 5])));
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
  await fieldOf(page, houseColumn(word)).selectOption('sku');

  const id = importId(page);
  const [mapping, preview, run] = [
    `PUT /api/imports/${id}/mapping/`,
    `POST /api/imports/${id}/preview/`,
    `POST /api/imports/${id}/run/`,
  ] as const;
  await wire(page).answer(mapping, { status: 500, body: {} });
  await page.getByRole('button', { name: 'Revisar' }).click();
  await expect(page.getByRole('alert')).toHaveText('Error interno del servidor');
  await expect(fieldOf(page, houseColumn(word))).toHaveValue('sku');
  await wire(page).restore(mapping);
  await wire(page).answer(preview, { status: 503, body: {} });
  await page.getByRole('button', { name: 'Revisar' }).click();
  await expect(page.getByRole('alert')).toContainText('No se pudo revisar el archivo');
  await wire(page).restore(preview);
  await retry(page);
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

test('whoever may not import sees no way to it', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount({ role: 'Vendedor' }), '/productos');
  await expect(page.getByRole('button', { name: 'Exportar CSV' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Importar', exact: true })).toHaveCount(0);
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
