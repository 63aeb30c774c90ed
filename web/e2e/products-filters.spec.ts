import type { Locator, Page } from '@playwright/test';
import { expectOptions } from './support/screen';
import type { Stockroom } from './support/stockroom';
import { expect, test } from './support/test';
import { wire } from './support/wire';

function names(page: Page): Locator {
  return page.getByRole('table', { name: 'Listado de productos' }).locator('tbody').getByRole('link');
}

function panel(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Filtros' });
}

function chips(page: Page): Locator {
  return page.getByRole('main').getByRole('group', { name: 'Filtros rápidos' });
}

async function fill(stockroom: Stockroom) {
  await stockroom.product({
    name: 'Alicate',
    category: 'Manual',
    brand: 'Acero',
    price: 9.5,
    currentStock: 50,
    minStock: 5,
    tags: ['oferta'],
  });
  await stockroom.product({
    name: 'Broca',
    category: 'Manual',
    brand: 'Filo',
    price: 3.25,
    currentStock: 4,
    minStock: 5,
  });
  await stockroom.product({ name: 'Cizalla', category: 'Jardín', brand: 'Filo', price: 40, currentStock: 0 });
  await stockroom.product({ name: 'Dado', price: 1, currentStock: 12, status: 'inactive' });
  await stockroom.product({ name: 'Esmeril', price: 120, currentStock: 2, status: 'discontinued' });
}

test('quick views count what they hold and hold what they count', async ({ stockroom }) => {
  await fill(stockroom);
  const page = await stockroom.visit('/productos?orden=name');
  await expect(chips(page).getByRole('button')).toHaveText(['Todos5', 'Bajo stock1', 'Sin stock1', 'Inactivos1']);
  const chip = (name: string) => chips(page).getByRole('button', { name });
  await expect(chip('Todos')).toHaveAttribute('aria-pressed', 'true');
  await chip('Bajo stock').click();
  await expect(names(page)).toHaveText(['Broca']);
  await expect(chip('Bajo stock')).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/stock=bajo/);
  await chip('Sin stock').click();
  await expect(names(page)).toHaveText(['Cizalla']);
  await chip('Inactivos').click();
  await expect(names(page)).toHaveText(['Dado']);
  await chip('Todos').click();
  await expect(names(page)).toHaveCount(5);
});

test('the panel filters by everything it offers and «Limpiar Todo» resets it', async ({ stockroom }) => {
  await fill(stockroom);
  const page = await stockroom.visit('/productos?orden=name');
  await page.getByRole('button', { name: 'Filtros', exact: true }).click();
  const quick = panel(page).getByRole('group', { name: 'Filtros rápidos' });
  for (const [button, shown] of [
    ['Activos', ['Alicate', 'Broca', 'Cizalla']],
    ['Inactivos', ['Dado']],
    ['Descontinuados', ['Esmeril']],
    ['Stock bajo', ['Broca']],
    ['Sin stock', ['Cizalla']],
  ] as const) {
    await quick.getByRole('button', { name: button, exact: true }).click();
    await expect(names(page)).toHaveText([...shown]);
  }
  // A second press takes the filter away again.
  await quick.getByRole('button', { name: 'Sin stock' }).click();
  await expect(names(page)).toHaveCount(5);

  const field = (label: string) => panel(page).getByLabel(label, { exact: true });
  await expectOptions(field('Categoría'), ['Todas las categorías', 'Jardín', 'Manual']);
  await expectOptions(field('Marca'), ['Todas las marcas', 'Acero', 'Filo']);
  await expectOptions(field('Estado'), ['Todos los estados', 'Activo', 'Inactivo', 'Descontinuado', 'Sin Stock']);
  await field('Categoría').selectOption('Manual');
  await expect(names(page)).toHaveText(['Alicate', 'Broca']);
  await field('Marca').selectOption('Filo');
  await expect(names(page)).toHaveText(['Broca']);
  await field('Estado').selectOption('Descontinuado');
  await expect(page.getByText('Ningún producto coincide con los filtros')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Limpiar Todo' }).click();
  await expect(names(page)).toHaveCount(5);
  await expect(field('Categoría')).toHaveValue('');

  await field('Precio mínimo (€)').fill('3,25');
  await expect(names(page)).toHaveText(['Alicate', 'Broca', 'Cizalla', 'Esmeril']);
  await field('Precio máximo (€)').fill('40.00');
  await expect(names(page)).toHaveText(['Alicate', 'Broca', 'Cizalla']);
  await field('Stock mínimo').fill('4');
  await expect(names(page)).toHaveText(['Alicate', 'Broca']);
  await field('Stock máximo').fill('49');
  await expect(names(page)).toHaveText(['Broca']);
  // Nothing below zero and nothing that is no number ever reaches the server.
  await field('Stock máximo').fill('-3');
  await field('Precio máximo (€)').fill('mucho');
  await expect(names(page)).toHaveText(['Broca']);
  await field('Stock máximo').fill('');
  await expect(names(page)).toHaveText(['Alicate', 'Broca']);

  await page.reload();
  await expect(names(page)).toHaveText(['Alicate', 'Broca']);
  const button = page.getByRole('button', { name: /^Filtros/ });
  await expect(button).toHaveText('Filtros2');
  await button.click();
  await expect(field('Precio mínimo (€)')).toHaveValue('3,25');
  await expect(field('Stock mínimo')).toHaveValue('4');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(button).toBeFocused();

  // What there is to choose from could not be read: the fields say so.
  await wire(page).answer('GET /api/products/categories/', { status: 404, body: {} });
  await wire(page).answer('GET /api/products/brands/', { status: 404, body: {} });
  await page.reload();
  await button.click();
  await expect(field('Categoría')).toHaveAccessibleDescription('No se pudieron cargar las categorías');
  await expect(field('Marca')).toHaveAccessibleDescription('No se pudieron cargar las marcas');
});

test('a filter starts again at the first page, and a tag is taken away where it shows', async ({ stockroom }) => {
  await stockroom.products(12, { category: 'Tornillos', tags: ['granel'] });
  const page = await stockroom.visit('/productos?porPagina=10&pagina=2');
  await expect(page.getByText('11–12 de 12')).toBeVisible();
  await page.getByRole('button', { name: 'Filtros', exact: true }).click();
  await panel(page).getByLabel('Categoría').selectOption('Tornillos');
  await expect(page.getByText('1–10 de 12')).toBeVisible();
  await page.goto('/productos?etiqueta=granel');
  await expect(page.getByText('1–12 de 12')).toBeVisible();
  const tag = page.getByRole('button', { name: 'Quitar la etiqueta granel' });
  await expect(tag).toContainText('Etiqueta: granel');
  await tag.click();
  await expect(page).toHaveURL('/productos');
});

test('on a phone the filters are a sheet that says what there is to see', async ({ stockroom }) => {
  await fill(stockroom);
  const page = await stockroom.visit('/productos', { viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: 'Filtros', exact: true }).click();
  await panel(page).getByLabel('Marca').selectOption('Filo');
  await panel(page).getByRole('button', { name: 'Ver 2 resultados' }).click();
  await expect(panel(page)).toHaveCount(0);
  const cards = page.getByRole('list', { name: 'Listado de productos' }).getByRole('listitem');
  await expect(cards).toHaveCount(2);
  await page.getByRole('button', { name: 'Filtros: 1 activo' }).click();
  await panel(page).getByLabel('Categoría').selectOption('Jardín');
  await expect(panel(page).getByRole('button', { name: 'Ver 1 resultado' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Limpiar Todo' }).click();
  await panel(page).getByRole('button', { name: 'Ver 5 resultados' }).click();
  const sort = page.getByRole('combobox', { name: 'Ordenar por' });
  await sort.selectOption('Nombre, ascendente');
  await expect(cards.first()).toContainText('Alicate');
  await sort.selectOption('Nombre, descendente');
  await expect(cards.first()).toContainText('Esmeril');
});
