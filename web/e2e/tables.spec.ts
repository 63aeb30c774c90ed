import type { Page } from '@playwright/test';
import { settled } from './support/screens';
import { expect, test } from './support/test';

/** Each list with the column that takes what the others leave. */
const lists = [
  ['/productos', 'Nombre'],
  ['/inventario', 'Producto'],
  ['/inventario?tab=movimientos', 'Producto'],
  ['/inventario?tab=recuentos', 'Recuento'],
  ['/pedidos', 'Cliente'],
  ['/pedidos/3', 'Producto'],
  ['/pedidos/entregas', 'Veredicto'],
  ['/prevision-stock', 'Producto'],
  ['/alertas-stock', 'Producto'],
  ['/entrada-stock', 'Producto'],
  ['/productos/3', 'Razón'],
  ['/productos/importar', 'Archivo'],
  ['/soporte/tickets', 'Asunto'],
  ['/configuracion?seccion=usuarios', 'Nombre'],
  ['/configuracion?seccion=almacenes', 'Nombre'],
  ['/configuracion?seccion=registro', 'Cambios'],
] as const;

/** Twelve rem: enough to tell one name from another. */
const nameWidth = 192;

/** Those that scroll in their card in a window of 1280 px, beside the menu of the sections; the others fit. */
const scrolling: string[] = ['/configuracion?seccion=usuarios', '/configuracion?seccion=registro'];

/** What a window takes from its page for a scrollbar that does not lie over it, as the ones of these tests do. */
const scrollbarWidth = 15;

async function makeRoomForScrollbar(page: Page) {
  await page.evaluate((width) => {
    document.documentElement.style.paddingRight = `${width}px`;
  }, scrollbarWidth);
}

const softly = expect.configure({ soft: true });

/** How much of a cell stays beyond the card of its table, scrolled as far as it goes. */
function outOfReach(cell: Element): number {
  const card = cell.closest('table')?.parentElement;
  if (!card) return Number.POSITIVE_INFINITY;
  cell.scrollIntoView({ block: 'nearest', inline: 'end' });
  return cell.getBoundingClientRect().right - card.getBoundingClientRect().right;
}

for (const [path, column] of lists) {
  test(`${path} keeps room for names, and its last column can be reached`, async ({ demoShop, visit }) => {
    const page = await visit(demoShop.admin, path, { shop: demoShop });
    await settled(page);
    const title = page.getByRole('columnheader', { name: column, exact: true });
    // A chart has a table of its own, for those who cannot see it.
    const table = page.getByRole('main').getByRole('table').filter({ has: title });
    const name = table.getByRole('columnheader', { name: column, exact: true });
    const last = table.getByRole('row').nth(1).getByRole('cell').last();
    for (const width of [820, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      // The page may still be drawing itself for the new width.
      const room = async () => (await name.boundingBox())?.width;
      await softly.poll(room, `${column} at ${width} px`).toBeGreaterThanOrEqual(nameWidth);
      const beyond = () => last.evaluate(outOfReach);
      await softly.poll(beyond, `what is out of reach at ${width} px`).toBeLessThan(2);
    }
    if (scrolling.includes(path)) return;
    await makeRoomForScrollbar(page);
    const hidden = await table.locator('..').evaluate((card) => card.scrollWidth - card.clientWidth);
    expect.soft(hidden, 'what is out of sight beside a scrollbar').toBe(0);
  });
}

/** Figures that go on in a second line, or beyond their cell. */
function brokenFigures(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    for (const cell of document.querySelectorAll('main td.num')) {
      const edge = cell.getBoundingClientRect();
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: figure, index } of (text.textContent ?? '').matchAll(/\d[\d.,]*/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + figure.length);
          const [first, second] = range.getClientRects();
          if (second || (first && (first.left < edge.left || first.right > edge.right))) broken.push(figure);
        }
      }
    }
    return broken;
  });
}

test('a figure is never broken, and never lies over its neighbour', async ({ stockroom }) => {
  const billion = 1_000_000_000;
  const huge = await stockroom.product({
    name: 'Enorme',
    price: 99_999_999.99,
    currentStock: billion,
    minStock: billion,
  });
  await stockroom.product({ name: 'Clavo', currentStock: 13, minStock: 20 });
  const page = await stockroom.visit('/productos');
  const screens = [
    '/productos',
    '/inventario',
    '/inventario?tab=movimientos',
    '/alertas-stock',
    '/prevision-stock',
    '/configuracion?seccion=almacenes',
    `/productos/${huge.idProduct}`,
  ];
  for (const path of screens) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await settled(page);
    await expect(page.locator('main td.num').first()).toBeVisible();
    for (const width of [820, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await brokenFigures(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});
