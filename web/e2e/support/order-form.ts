import { expect, type Locator, type Page } from '@playwright/test';

/** The form of an order written by hand. */
export function orderForm(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Nuevo Pedido' });
}

/** The fields of one of its lines, counted from 1. */
export function orderLine(page: Page, number: number): Locator {
  return orderForm(page)
    .getByRole('listitem')
    .nth(number - 1);
}

export async function pickForOrder(page: Page, number: number, typed: string, name: RegExp) {
  await orderLine(page, number).getByLabel('Producto').fill(typed);
  await page.getByRole('option', { name }).click();
  // A user who types on writes how many.
  await expect(orderLine(page, number).getByLabel('Cantidad')).toBeFocused();
}

/** The numbers of the orders on the screen, in their order. */
export function orderNumbers(page: Page): Locator {
  return page.getByRole('table', { name: 'Pedidos' }).locator('tbody').getByRole('link');
}
