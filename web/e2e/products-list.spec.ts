import type { Locator, Page } from '@playwright/test';
import { expectOptions, retry, rowOf } from './support/screen';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const list = 'GET /api/products/';
const headings = ['SKU', 'Nombre', 'Categoría', 'Stock', 'Estado', 'Acciones'];

function table(page: Page): Locator {
  return page.getByRole('table', { name: 'Listado de productos' });
}

function namesIn(page: Page): Locator {
  return table(page).locator('tbody').getByRole('link');
}

function cardOf(page: Page, name: string): Locator {
  return page.getByRole('list', { name: 'Listado de productos' }).getByRole('listitem').filter({ hasText: name });
}

test('an empty catalogue says so and invites to begin', async ({ stockroom }) => {
  const viewer = await stockroom.shop.newAccount({ role: 'Consulta' });
  const page = await stockroom.visit('/productos');
  await expect(page.getByRole('heading', { name: 'No hay productos' })).toBeVisible();
  await expect(page.getByText('Comienza creando tu primer producto')).toBeVisible();
  await expect(page.getByText('0 productos en total')).toBeVisible();
  const readOnly = await stockroom.visit('/productos', { as: viewer });
  await expect(readOnly.getByRole('heading', { name: 'No hay productos' })).toBeVisible();
  await expect(readOnly.getByText('Aquí aparecerán cuando alguien con permiso los dé de alta.')).toBeVisible();
  await expect(readOnly.getByRole('button', { name: 'Nuevo Producto' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Nuevo Producto' }).click();
  const form = page.getByRole('dialog', { name: 'Nuevo Producto' });
  await form.getByLabel('SKU').fill('BAL-1');
  await form.getByLabel('Nombre').fill('Balda de pino');
  await form.getByRole('button', { name: 'Crear producto' }).click();
  await expect(page.getByText('1 producto en total')).toBeVisible();
  await expect(rowOf(readOnly, 'Balda de pino')).toBeVisible();
  await stockroom.product();
  await expect(page.getByText('2 productos en total')).toBeVisible();
});

test('a row says how its product stands', async ({ stockroom }) => {
  const rows = [
    [{ name: 'Balda', currentStock: 40, minStock: 5, category: 'Madera', brand: 'Roble' }, 'En stock'],
    [{ name: 'Clavo', currentStock: 5, minStock: 5 }, 'Stock bajo'],
    [{ name: 'Disco', currentStock: 0 }, 'Sin stock'],
    [{ name: 'Escuadra', currentStock: 3, status: 'discontinued' }, 'Descontinuado'],
    [{ name: 'Fresa', currentStock: 3, status: 'inactive' }, 'Inactivo'],
    [{ name: 'Gubia', currentStock: 0, status: 'out_of_stock' }, 'Sin Stock'],
  ] as const;
  for (const [product] of rows) await stockroom.product(product);
  const page = await stockroom.visit('/productos', { colorScheme: 'light' });
  await expect(table(page).getByRole('columnheader')).toHaveText(['', ...headings]);
  for (const [{ name }, status] of rows) {
    await expect(rowOf(page, name).getByRole('cell').nth(5)).toHaveText(status);
  }
  const shelf = rowOf(page, 'Balda').getByRole('cell');
  await expect(shelf).toContainText(['', 'SKU-001', 'Roble', 'Madera', '40mín. 5', 'En stock', '']);
  // Red without stock, orange at the minimum; what is well stays in the colour of the text.
  const figureOf = (name: string, text: string) => rowOf(page, name).getByText(text, { exact: true });
  await expect(figureOf('Disco', '0')).toHaveCSS('color', 'rgb(160, 20, 34)');
  await expect(figureOf('Clavo', '5')).toHaveCSS('color', 'rgb(148, 55, 10)');
  await expect(figureOf('Balda', '40')).toHaveCSS('color', 'rgb(16, 32, 43)');

  await namesIn(page).filter({ hasText: 'Balda' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Balda' })).toBeVisible();
});

test('cards show the same products with their own buttons', async ({ stockroom }) => {
  await stockroom.product({ name: 'Balda', currentStock: 40, category: 'Madera' });
  await stockroom.product({ name: 'Clavo', currentStock: 9 });
  await stockroom.product({ name: 'Disco', currentStock: 0, minStock: 4 });
  // With a minimum of its own the product is not low below ten.
  await stockroom.product({ name: 'Escuadra', currentStock: 9, minStock: 4 });
  const page = await stockroom.visit('/productos');
  await expect(page.getByRole('radio', { name: 'Tabla' })).toBeChecked();
  await page.getByRole('radio', { name: 'Tarjetas' }).check();
  await expect(page).toHaveURL(/vista=tarjetas/);
  await expect(cardOf(page, 'Balda')).toContainText('En Stock');
  await expect(cardOf(page, 'Balda')).toContainText('SKU-001 · Madera');
  await expect(cardOf(page, 'Clavo')).toContainText('Stock Bajo');
  await expect(cardOf(page, 'Disco')).toContainText('Sin Stock');
  await expect(cardOf(page, 'Disco')).toContainText('0 uds. · mín. 4');
  await expect(cardOf(page, 'Escuadra')).toContainText('En Stock');
  await expect(page.getByRole('button', { name: 'Opciones de Balda' })).toHaveText('Opciones');
  await expect(page.getByRole('button', { name: 'Editar Balda' })).toHaveText('Editar');
  await expect(page.getByRole('button', { name: 'Ajustar stock de Balda' })).toHaveText('Ajustar');
  await expect(cardOf(page, 'Balda')).toContainText('Alerta');
  await page.reload();
  await expect(cardOf(page, 'Balda')).toBeVisible();
  await page.getByRole('radio', { name: 'Tabla' }).check();
  await expect(table(page)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(cardOf(page, 'Balda')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Tabla' })).toHaveCount(0);
});

test('every column sorts both ways, and so does the selector', async ({ stockroom }) => {
  await stockroom.product({ name: 'Cepillo', sku: 'B-2', category: 'Zócalos', currentStock: 7 });
  await stockroom.product({
    name: 'Árbol',
    sku: 'C-3',
    category: 'Adornos',
    currentStock: 0,
    status: 'discontinued',
  });
  await stockroom.product({
    name: 'balda',
    sku: 'A-1',
    category: 'Madera',
    currentStock: 30,
    status: 'inactive',
  });
  const page = await stockroom.visit('/productos');
  const sortBy = page.getByRole('combobox', { name: 'Ordenar por' });
  await expect(namesIn(page)).toHaveText(['balda', 'Árbol', 'Cepillo']);
  await expect(sortBy).toHaveValue('createdAt');
  await expectOptions(sortBy, ['Nombre', 'SKU', 'Stock', 'Fecha de alta']);

  for (const [column, ascending] of [
    ['SKU', ['balda', 'Cepillo', 'Árbol']],
    ['Nombre', ['Árbol', 'balda', 'Cepillo']],
    ['Categoría', ['Árbol', 'balda', 'Cepillo']],
    ['Stock', ['Árbol', 'Cepillo', 'balda']],
    ['Estado', ['Cepillo', 'balda', 'Árbol']],
  ] as const) {
    const heading = table(page).getByRole('columnheader', { name: column });
    await heading.getByRole('button').click();
    await expect(heading).toHaveAttribute('aria-sort', 'ascending');
    await expect(namesIn(page)).toHaveText([...ascending]);
    await heading.getByRole('button').click();
    await expect(heading).toHaveAttribute('aria-sort', 'descending');
    await expect(namesIn(page)).toHaveText([...ascending].reverse());
  }
  await sortBy.selectOption('Nombre');
  await expect(namesIn(page)).toHaveText(['Cepillo', 'balda', 'Árbol']);
  await page.getByRole('button', { name: 'Orden descendente' }).click();
  await expect(page.getByRole('button', { name: 'Orden ascendente' })).toBeVisible();
  await expect(namesIn(page)).toHaveText(['Árbol', 'balda', 'Cepillo']);
  await page.reload();
  await expect(namesIn(page)).toHaveText(['Árbol', 'balda', 'Cepillo']);
  await sortBy.selectOption('Fecha de alta');
  await expect(namesIn(page)).toHaveText(['Cepillo', 'Árbol', 'balda']);
});

test('the search forgives and looks at name, SKU, barcode and brand', async ({ stockroom }) => {
  await stockroom.product({ name: 'Cinta métrica', sku: 'CIN-5M' });
  await stockroom.product({
    name: 'Taladro del Ñandú',
    sku: 'TAL-18V',
    barcode: '8412345678905',
    brand: 'Martín Acero',
  });
  const page = await stockroom.visit('/productos');
  const search = page.getByRole('searchbox', { name: 'Buscar por nombre o SKU' });
  await expect(search).toHaveAttribute('placeholder', 'Buscar por nombre o SKU...');
  for (const typed of ['TALADRO', 'ñandu', 'tal-18v', '8412345678905', 'MARTIN acero']) {
    await search.fill(typed);
    await expect(namesIn(page)).toHaveText(['Taladro del Ñandú']);
  }
  await expect(page).toHaveURL(/buscar=MARTIN/);
  await page.reload();
  await expect(search).toHaveValue('MARTIN acero');
  await expect(namesIn(page)).toHaveText(['Taladro del Ñandú']);
  // A code of digits alone is still a text after reloading.
  await page.goto('/productos?buscar=8412345678905');
  await expect(search).toHaveValue('8412345678905');
  await expect(namesIn(page)).toHaveText(['Taladro del Ñandú']);
  await page.getByRole('button', { name: 'Borrar búsqueda' }).click();
  await expect(namesIn(page)).toHaveCount(2);
  await page.goto('/productos?pagina=dos&orden=azar&porPagina=7&estado=roto&stockMin=x&vista=mapa');
  await expect(namesIn(page)).toHaveCount(2);

  await page.locator('h1').click();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('no hay nada así');
  await expect(page.getByRole('heading', { name: 'Ningún producto coincide con los filtros' })).toBeVisible();
  await expect(page.getByText('Prueba con otro nombre o SKU, o quita algún filtro.')).toBeVisible();
  await expect(page.getByText('2 productos en total')).toBeVisible();
  await page.getByRole('button', { name: 'Limpiar Todo' }).click();
  await expect(search).toHaveValue('');
  await expect(namesIn(page)).toHaveCount(2);
});

test('whoever takes a search back that found nothing goes on typing', async ({ stockroom }) => {
  await stockroom.product({ name: 'Taladro' });
  const page = await stockroom.visit('/productos?buscar=zz');
  const nothing = page.getByRole('heading', { name: 'Ningún producto coincide con los filtros' });
  await expect(nothing).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Buscar por nombre o SKU' });
  const release = await wire(page).hold('GET /api/products/');
  await search.press('End');
  await search.press('Backspace');
  await search.press('Backspace');
  await expect(page).toHaveURL('/productos');
  await expect(search).toBeFocused();
  await expect(nothing).toBeVisible();
  await release();
  await expect(namesIn(page)).toHaveText(['Taladro']);
  await expect(search).toBeFocused();
});

test('pages: first, last and two on each side; a new size begins again', async ({ stockroom }) => {
  await stockroom.products(101);
  const page = await stockroom.visit('/productos');
  const pages = page.getByRole('navigation', { name: 'Paginación' });
  const size = page.getByRole('combobox', { name: 'Por página' });
  await expect(page.getByText('1–20 de 101')).toBeVisible();
  await expect(size).toHaveValue('20');
  await expectOptions(size, ['10', '20', '50', '100']);
  await size.selectOption('10');
  await expect(page.getByText('1–10 de 101')).toBeVisible();
  const numbers = pages.getByRole('link', { name: /^Página \d/ });
  await expect(numbers).toHaveText(['1', '2', '3', '11']);
  await pages.getByRole('link', { name: 'Página 3' }).click();
  await expect(numbers).toHaveText(['1', '2', '3', '4', '5', '11']);
  await pages.getByRole('link', { name: 'Página 5' }).click();
  await pages.getByRole('link', { name: 'Página siguiente' }).click();
  await expect(numbers).toHaveText(['1', '4', '5', '6', '7', '8', '11']);
  await expect(pages.getByRole('link', { name: 'Página 6' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText('51–60 de 101')).toBeVisible();
  await expect(page).toHaveURL(/pagina=6/);

  await page.reload();
  await expect(page.getByText('51–60 de 101')).toBeVisible();
  await namesIn(page).first().click();
  await expect(page.getByRole('heading', { level: 1, name: /^Producto/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('51–60 de 101')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('41–50 de 101')).toBeVisible();
  await pages.getByRole('link', { name: 'Página anterior' }).click();
  await expect(page.getByText('31–40 de 101')).toBeVisible();

  await size.selectOption('50');
  await expect(page.getByText('1–50 de 101')).toBeVisible();
  await expect(page).not.toHaveURL(/pagina=/);
  await page.goto('/productos?pagina=40&porPagina=50');
  await expect(page.getByText('101–101 de 101')).toBeVisible();
  await page.goto('/productos?porPagina=50&buscar=SKU-05');
  await expect(page.getByText('1–10 de 10')).toBeVisible();
  await expect(pages).toHaveCount(0);

  // Nobody counts beyond ten thousand, and the page does not pretend to.
  const many = await stockroom.shop.as<object>(stockroom.shop.admin, {
    method: 'GET',
    path: '/api/products/',
  });
  await wire(page).answer(list, { status: 200, body: { ...many, count: 10_000, countIsCapped: true } });
  await page.goto('/productos?buscar=SKU');
  await expect(page.getByText('1–20 de más de 10.000')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Filtros', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Ver más de 10.000 resultados' })).toBeVisible();
});

test('a list on its way says so, and one that fails is asked for again', async ({ stockroom }) => {
  await stockroom.product({ name: 'Balda' });
  const page = await stockroom.visit('/soporte', { clock: true });
  const release = await wire(page).hold(list);
  await page.getByRole('link', { name: 'Productos' }).first().click();
  await expect(page.getByRole('status', { name: 'Cargando productos…' })).toBeVisible();
  await release();
  await expect(rowOf(page, 'Balda')).toBeVisible();

  await wire(page).answer(list, { status: 500, body: { detail: 'Se ha roto la balda' } });
  const banner = page.getByRole('alert').filter({ hasText: 'Error al cargar productos' });
  await page.getByRole('searchbox').fill('bal');
  await page.clock.runFor(3_000);
  await expect(banner).toContainText(/Se ha roto la balda Ves los datos de las \d\d:\d\d\./);
  await expect(rowOf(page, 'Balda')).toBeVisible();
  await banner.getByRole('button', { name: 'Cerrar aviso' }).click();
  await expect(banner).toHaveCount(0);

  await page.reload();
  await page.clock.runFor(3_000);
  await expect(banner).toContainText('Se ha roto la balda');
  await expect(banner).not.toContainText('Ves los datos');
  // A gateway in the server's place has no sentence for people, but the page does.
  await wire(page).answer(list, { status: 404, body: '<html>Puerta de enlace</html>' });
  await wire(page).answer('GET /api/products/stats/', { status: 404, body: '<html>Puerta de enlace</html>' });
  await page.reload();
  await expect(banner).toContainText('No se pudieron cargar los productos');
  await expect(page.getByText('No se pudieron cargar las estadísticas')).toBeVisible();
  await wire(page).restore(list);
  await retry(banner);
  await expect(rowOf(page, 'Balda')).toBeVisible();
  await expect(banner).toHaveCount(0);
});
