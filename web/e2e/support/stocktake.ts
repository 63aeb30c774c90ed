import { expect, type Locator, type Page } from '@playwright/test';
import { field, figure } from './screen';

/** Where all the stocktakes are listed. */
export const address = '/inventario?tab=recuentos';

export function countOf(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name: `Contado de ${name}` });
}

/** How far the stocktake is. */
export function progress(page: Page, label: string): Locator {
  return figure(page.getByRole('main'), label);
}

export async function open(page: Page, options: { category?: string; blind?: boolean } = {}) {
  await page.getByRole('button', { name: 'Nuevo recuento' }).click();
  const form = page.getByRole('dialog', { name: 'Nuevo recuento' });
  if (options.category) await field(form, 'Categoría').selectOption(options.category);
  if (options.blind) await form.getByRole('switch', { name: 'A ciegas' }).click();
  await form.getByRole('button', { name: 'Abrir recuento' }).click();
  await expect(page.getByRole('heading', { name: /^Recuento #\d+/ })).toBeVisible();
}
