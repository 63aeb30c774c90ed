import { expect, type Locator, type Page } from '@playwright/test';
import { type ChosenFile, chooseFile, csvFile, table } from './files';
import type { Shop } from './shop';

/** Where an import begins. */
export const start = '/productos/importar';

export type Known = { sku: string; name: string; currentStock: number; price: number | null };

let files = 0;

/** A word that begins every SKU of one test, so that tests do not meet in the catalogue. */
export function newWord(): string {
  files += 1;
  return `imp${process.pid}x${files}`;
}

export function chooseButton(page: Page) {
  return page.getByRole('button', { name: 'Elegir archivo' });
}

export function figure(page: Page, label: string): Locator {
  return page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');
}

export function fieldOf(page: Page, column: string) {
  return page.getByLabel(`Dato de la columna «${column}»`);
}

export async function openFile(page: Page, file: ChosenFile) {
  await chooseFile(page, chooseButton(page), file);
  await expect(page.getByRole('heading', { name: 'Di qué contiene cada columna' })).toBeVisible();
}

export function importId(page: Page): string {
  return /importar\/(\d+)/.exec(page.url())?.[1] ?? '';
}

export async function review(page: Page) {
  await page.getByRole('button', { name: 'Revisar' }).click();
  await expect(page.getByText(/en el archivo$/)).toBeVisible();
}

export async function runAndFinish(page: Page) {
  await page.getByRole('button', { name: /^Importar \d/ }).click();
  await expect(page.getByRole('heading', { name: 'Importación terminada' })).toBeVisible();
}

export async function catalogue(shop: Shop, word: string): Promise<Known[]> {
  const list = await shop.as<{ results: Known[] }>(shop.admin, {
    method: 'GET',
    path: `/api/products/?search=${word}&ordering=sku&limit=100`,
  });
  return list.results.map(({ sku, name, currentStock, price }) => ({ sku, name, currentStock, price }));
}

export function create(shop: Shop, body: Partial<Known>) {
  return shop.as<{ idProduct: number }>(shop.admin, { method: 'POST', path: '/api/products/', body });
}

/** A name for the SKU that nobody has used before: what people choose is remembered for everybody. */
export function houseColumn(word: string): string {
  return `Cód. ${word}`;
}

/** A file of a business that works with other names for things. */
export function houseFile(word: string): ChosenFile {
  const rows = table(
    [houseColumn(word), 'Artículo', 'Unidades', 'PVP', 'Pasillo'],
    [`${word}-1`, 'Caña de pescar', 7, '1.234,50', 'A'],
    [`${word}-2`, 'Muñeca de trapo', 3, '12,00', 'B'],
  );
  return csvFile(`${word}.csv`, rows);
}
