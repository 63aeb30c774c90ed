import { expectNoSidewaysScroll } from './support/layout';
import { publicPaths, settled } from './support/screens';
import { expect, test } from './support/test';

test('no screen outside of the shell scrolls sideways', async ({ demoShop, visit }) => {
  const page = await visit(null, '/login', { shop: demoShop });
  for (const path of [...publicPaths, '/password-change#token=inventado']) {
    await page.goto(path);
    await settled(page);
    await expectNoSidewaysScroll(page, path);
  }
});

test('a long name without spaces widens nothing', async ({ shop, visit }) => {
  const long = 'Supercalifragilisticoespialidoso'.repeat(3);
  const account = await shop.newAccount({
    firstName: long,
    lastName: long,
    email: `${'largo'.repeat(12)}${Date.now()}@${'ejemplo'.repeat(8)}.es`,
  });
  const page = await visit(account, '/profile', { viewport: { width: 320, height: 640 } });
  await settled(page);
  await expectNoSidewaysScroll(page, '/profile');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('button', { name: 'Menú de usuario' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNoSidewaysScroll(page, 'the user menu');
  const list = await visit(shop.admin, `/configuracion?seccion=usuarios&buscar=${account.username}`);
  await settled(list);
  await expectNoSidewaysScroll(list, 'the account list');
});

test('a toast leaves the buttons of a sheet free on a phone', async ({ shop, visit }) => {
  const phone = { viewport: { width: 390, height: 844 } };
  const page = await visit(shop.admin, '/configuracion?seccion=almacenes', phone);
  const sheet = page.getByRole('dialog', { name: 'Renombrar almacén' });
  await page.getByRole('button', { name: 'Renombrar Principal' }).click();
  await sheet.getByLabel('Nombre').fill('Almacén central');
  await sheet.getByRole('button', { name: 'Guardar' }).click();
  const toast = page.getByRole('region', { name: 'Avisos', exact: true }).getByText('Almacén renombrado');
  await expect(toast).toBeVisible();
  await page.getByRole('button', { name: 'Renombrar Almacén central' }).click();
  const save = sheet.getByRole('button', { name: 'Guardar' });
  await expect(save).toBeVisible();
  const sheetTop = (await sheet.boundingBox())?.y ?? 0;
  const message = await toast.boundingBox();
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThan(sheetTop);
  await sheet.getByLabel('Nombre').fill('Principal');
  await save.click();
  await expect(page.getByText('Almacén central → Principal')).toBeVisible();
});
