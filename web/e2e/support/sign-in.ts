import type { Page } from '@playwright/test';
import type { NewAccount } from './shop';

/** As a person does it, on the sign-in screen. */
export async function signInByHand(page: Page, { username, password }: NewAccount) {
  await page.getByLabel('Usuario', { exact: true }).fill(username);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}
