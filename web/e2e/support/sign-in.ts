import type { Page } from '@playwright/test';
import type { NewAccount } from './shop';

/** As a person does it, on the sign-in screen. */
export async function signInByHand(page: Page, { username, password }: NewAccount) {
  await page.getByLabel('Usuario', { exact: true }).fill(username);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** On the screen that a link leads to. */
export async function choosePassword(page: Page, password: string, confirmation = password) {
  await page.getByLabel('Nueva contraseña', { exact: true }).fill(password);
  await page.getByLabel('Confirmar nueva contraseña').fill(confirmation);
  await page.getByRole('button', { name: 'Cambiar Contraseña' }).click();
}
