import { csvFile, downloadBy, table, workbook } from './support/files';
import {
  catalogue,
  create,
  fieldOf,
  figure,
  houseColumn,
  houseFile,
  newWord,
  openFile,
  review,
  runAndFinish,
  start,
} from './support/importing';
import type { Shop } from './support/shop';
import { expect, test } from './support/test';
import { wire } from './support/wire';

test('from the palette to the catalogue and all the way back', async ({ shop, visit }) => {
  const word = newWord();
  await create(shop, { sku: `${word}-1`, name: 'Caña', currentStock: 2, price: 10 });
  const before = await catalogue(shop, word);
  const importer = await shop.newAccount();
  const page = await visit(importer, '/productos');
  await expect(page.getByRole('link', { name: 'Importar', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('importar');
  await page.getByRole('option', { name: 'Importar productos' }).click();
  await expect(page).toHaveURL(start);
  await expect(page).toHaveTitle('Importar productos · Estante');
  const trail = page.getByRole('navigation', { name: 'Migas de pan' });
  await expect(trail.getByRole('listitem')).toHaveText(['Inicio', 'Productos', 'Importar']);

  await openFile(page, houseFile(word));
  await expect(page).toHaveURL(/\/productos\/importar\/\d+$/);
  await expect(page.getByText('CSV, UTF-8, separado por «;»')).toBeVisible();
  await expect(page.getByText('Caña de pescar · Muñeca de trapo')).toBeVisible();
  await expect(fieldOf(page, 'Artículo')).toHaveValue('name');
  await expect(fieldOf(page, 'Pasillo')).toHaveValue('');
  await page.getByRole('button', { name: 'Revisar' }).click();
  await expect(page.getByRole('alert')).toHaveText('Indica qué columna contiene el SKU');
  await fieldOf(page, houseColumn(word)).selectOption('SKU (obligatorio)');
  await expect(page.getByRole('alert')).toHaveCount(0);
  // What was chosen survives a reload before it is reviewed, too.
  await page.reload();
  await expect(fieldOf(page, houseColumn(word))).toHaveValue('sku');

  await review(page);
  await expect(page.getByRole('heading', { name: 'Revisa lo que va a pasar' })).toBeFocused();
  await expect(figure(page, 'Crear')).toHaveText('1');
  await expect(figure(page, 'Actualizar')).toHaveText('1');
  await expect(figure(page, 'Sin cambios')).toHaveText('0');
  await expect(figure(page, 'Errores')).toHaveText('0');
  expect(await catalogue(shop, word)).toEqual(before);

  // The place is in the address: back leads to the columns as they were chosen, and a reload stays.
  await page.goBack();
  await expect(fieldOf(page, houseColumn(word))).toHaveValue('sku');
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
  const question = page.getByRole('alertdialog', { name: `¿Deshacer la importación de «${word}.csv»?` });
  await expect(question).toContainText(
    'Se eliminará 1 producto que se creó y volverá a como estaba 1 producto. El stock se corrige con movimientos ' +
      'opuestos.',
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
  await openFile(page, houseFile(word));
  await expect(fieldOf(page, houseColumn(word))).toHaveValue('sku');
});

test('what was exported comes back without a change', async ({ demoShop, visit }) => {
  const page = await visit(demoShop.admin, '/productos', { shop: demoShop });
  const { name, content } = await downloadBy(page, page.getByRole('button', { name: 'Exportar CSV' }));
  await page.getByRole('link', { name: 'Importar', exact: true }).click();
  await openFile(page, csvFile(name, content));
  await review(page);
  await expect(page.getByText('Todo sin cambios')).toBeVisible();
  const total = (await catalogueSize(demoShop)).toLocaleString('es-ES', { useGrouping: 'always' });
  await expect(figure(page, 'Sin cambios')).toHaveText(total);
  for (const label of ['Crear', 'Actualizar', 'Errores']) await expect(figure(page, label)).toHaveText('0');
  await expect(page.getByRole('button', { name: /^Importar/ })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Volver a Productos' })).toBeVisible();
});

async function catalogueSize(shop: Shop): Promise<number> {
  const path = '/api/products/?limit=1';
  return (await shop.as<{ count: number }>(shop.admin, { method: 'GET', path })).count;
}

test('a bar that survives a reload and shows in another tab, with and without the live stream', async ({
  newShop,
  visit,
}) => {
  const shop = await newShop();
  const rows = Array.from({ length: 15_000 }, (_, index) => [`G-${index}`, `Producto ${index}`, index % 90]);
  const page = await visit(shop.admin, start, { shop });
  await openFile(page, csvFile('grande.csv', table(['SKU', 'Nombre', 'Stock'], ...rows)));
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
});

test('old encodings, other marks and formulas are read for what they are', async ({ shop, visit }) => {
  const word = newWord();
  const page = await visit(shop.admin, start);
  const latin = Buffer.from(`SKU,Nombre,PVP\n${word}-1,Cañón español,"1,234.50"\n`, 'latin1');
  await openFile(page, csvFile('antiguo.csv', latin));
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
  await openFile(page, workbook('formulas.xlsx', header + formula));
  await review(page);
  await expect(page.getByRole('table', { name: 'Errores del archivo' })).toContainText(
    'La celda contiene una fórmula sin resultado: escribe el valor',
  );
});

test('another row can be the header, and the columns are recognised anew', async ({ shop, visit }) => {
  const word = newWord();
  const rows = table(['Nombre', 'SKU', ''], ['Referencia', 'Artículo', 'Unidades'], [`${word}-1`, 'Uno', 4]);
  const page = await visit(shop.admin, start);
  await openFile(page, csvFile('titulos.csv', rows));
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

test('the stock goes to the location that was chosen', async ({ newShop, visit }) => {
  const shop = await newShop();
  await shop.as(shop.admin, { method: 'POST', path: '/api/locations/', body: { name: 'Trastienda' } });
  const page = await visit(shop.admin, start, { shop });
  await openFile(page, csvFile('stock.csv', table(['SKU', 'Nombre', 'Stock'], ['T-1', 'Uno', 5])));
  await page.getByLabel('Almacén del stock').selectOption('Trastienda');
  await review(page);
  await runAndFinish(page);
  await page.goto('/inventario?tab=movimientos');
  await expect(page.getByRole('row').filter({ hasText: 'T-1' })).toContainText('Trastienda');
});

test('the whole way on a phone', async ({ shop, visit }) => {
  const word = newWord();
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await visit(shop.admin, '/productos', phone);
  await page.getByRole('link', { name: 'Importar', exact: true }).tap();
  await openFile(page, houseFile(word));
  await fieldOf(page, houseColumn(word)).selectOption('sku');
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
