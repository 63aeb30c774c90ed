import type { Locator, Page } from '@playwright/test';

/** The form of what has just arrived. */
export function newForm(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Nueva Entrada' });
}

/** The fields of one of its lines, counted from 1. */
export function line(page: Page, number: number): Locator {
  return newForm(page)
    .getByRole('listitem')
    .nth(number - 1);
}

export async function pick(page: Page, number: number, typed: string, name: RegExp) {
  await line(page, number).getByLabel('Producto').fill(typed);
  await page.getByRole('option', { name }).click();
}

/** What the entries on the screen come to. */
export function cards(page: Page): Locator {
  return page.getByRole('region', { name: 'Resumen de las entradas' });
}
