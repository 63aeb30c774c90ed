import { rowOf, scan, toasts } from './support/screen';
import { expect, test } from './support/test';
import { wire } from './support/wire';

test('what others do appears without reloading', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda', currentStock: 5 });
  const other = await stockroom.shop.newAccount({ role: 'Vendedor' });
  const theirs = await stockroom.visit('/productos', { as: other });
  const page = await stockroom.visit('/productos');
  await expect(rowOf(theirs, 'Balda')).toContainText('5');

  await page.getByRole('button', { name: 'Ajustar stock de Balda' }).click();
  const form = page.getByRole('dialog', { name: 'Ajustar stock' });
  await form.getByLabel('Cantidad').fill('37');
  await form.getByLabel('Razón').selectOption('Restock');
  await form.getByRole('button', { name: 'Guardar ajuste' }).click();
  await expect(rowOf(theirs, 'Balda')).toContainText('42');
  await stockroom.change(product, { name: 'Balda de roble' });
  for (const seen of [page, theirs]) await expect(rowOf(seen, 'Balda de roble')).toBeVisible();
  await stockroom.product({ name: 'Recién llegado' });
  await expect(theirs.getByText('2 productos en total')).toBeVisible();
  await expect(rowOf(theirs, 'Recién llegado')).toBeVisible();
});

test('what is promised to orders looks sold wherever a product is shown', async ({ stockroom }) => {
  const shelf = await stockroom.product({ name: 'Balda', sku: 'BAL-1', currentStock: 40, minStock: 5, maxStock: 60 });
  const page = await stockroom.visit('/productos');
  await expect(rowOf(page, 'Balda')).toContainText('En stock');
  await stockroom.order([[shelf, 36]]);
  await expect(rowOf(page, 'Balda')).toContainText(/404 disp\..*Quedan pocas/);
  await stockroom.order([[shelf, 4]]);
  await expect(rowOf(page, 'Balda')).toContainText(/400 disp\..*Todo reservado/);

  await page.goto('/productos?vista=tarjetas');
  await expect(page.getByRole('listitem').filter({ hasText: 'Balda' })).toContainText(/0 disp\..*Todo Reservado/);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('balda');
  await expect(page.getByRole('option', { name: /Balda/ })).toContainText('0 disp. de 40 uds.');
  await page.keyboard.press('Escape');
  await page.goto('/pedidos?nuevo=si');
  await page.getByRole('dialog').getByLabel('Producto').fill('balda');
  await expect(page.getByRole('option', { name: /Balda/ })).toContainText('0 disp. de 40 uds.');
});

test('a barcode opens its product from anywhere', async ({ stockroom }) => {
  await stockroom.product({ name: 'Taladro', barcode: '8412345678905' });
  await stockroom.product({ name: 'Sierra', sku: '20260001' });
  const page = await stockroom.visit('/soporte');
  await expect(page.getByRole('heading', { name: 'Soporte', level: 1 })).toBeVisible();
  await scan(page, '8412345678905');
  await expect(page.getByRole('heading', { level: 1, name: 'Taladro' })).toBeVisible();
  // The SKU on a label of one's own works as well, and the Enter of the reader presses no button.
  await page.getByRole('button', { name: 'Ajustar' }).first().focus();
  await scan(page, '20260001');
  await expect(page.getByRole('heading', { level: 1, name: 'Sierra' })).toBeVisible();

  await scan(page, '4006381333931');
  await expect(toasts(page)).toContainText('Ningún producto tiene el código 4006381333931');
  // The message on the screen is no reason to ignore the next code.
  await scan(page, '8412345678905');
  await expect(page.getByRole('heading', { level: 1, name: 'Taladro' })).toBeVisible();
  await toasts(page).getByRole('button', { name: 'Crear producto' }).click();
  const form = page.getByRole('dialog', { name: 'Nuevo Producto' });
  await expect(form.getByLabel('Código de barras')).toHaveValue('4006381333931');
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);

  // In a field the code belongs to the field.
  await page.getByRole('searchbox').focus();
  await scan(page, '8412345678905');
  await expect(page).toHaveURL(/buscar=8412345678905/);
  await expect(rowOf(page, 'Taladro')).toBeVisible();
});

test('a code that cannot be looked up is said, and who may not create is not offered to', async ({ stockroom }) => {
  const seller = await stockroom.shop.newAccount({ role: 'Vendedor' });
  const page = await stockroom.visit('/soporte', { as: seller, clock: true });
  await expect(page.getByRole('heading', { name: 'Soporte', level: 1 })).toBeVisible();
  await scan(page, '4006381333931');
  await expect(toasts(page)).toContainText('Ningún producto tiene el código 4006381333931');
  await expect(toasts(page).getByRole('button', { name: 'Crear producto' })).toHaveCount(0);
  await wire(page).answer('GET /api/products/search/', { status: 500, body: { detail: 'Lector cansado' } });
  await scan(page, '4006381333932');
  await page.clock.runFor(2_000);
  await expect(toasts(page)).toContainText('No se pudo buscar el código leído');
  await expect(toasts(page)).toContainText('Lector cansado');
});

test('on the products screen letters do the work', async ({ stockroom }) => {
  await stockroom.product({ name: 'Balda' });
  const page = await stockroom.visit('/productos');
  await rowOf(page, 'Balda').getByRole('link').focus();
  await page.keyboard.press('a');
  await expect(page.getByRole('dialog', { name: 'Ajustar stock' })).toContainText('Balda');
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'Nuevo Producto' })).toBeVisible();
});

test('sellers and viewers see only what they may do', async ({ stockroom }) => {
  await stockroom.product({ name: 'Balda', currentStock: 4 });
  const seller = await stockroom.shop.newAccount({ role: 'Vendedor' });
  const viewer = await stockroom.shop.newAccount({ role: 'Consulta' });
  for (const [account, entries] of [
    [seller, ['Ver detalles', 'Ajustar stock']],
    [viewer, ['Ver detalles']],
  ] as const) {
    const page = await stockroom.visit('/productos', { as: account });
    await expect(rowOf(page, 'Balda')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Nuevo Producto' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Editar Balda' })).toHaveCount(0);
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Ajustar stock de Balda' })).toHaveCount(account === seller ? 1 : 0);
    await page.getByRole('button', { name: 'Más acciones para Balda' }).click();
    await expect(page.getByRole('menuitem')).toHaveText([...entries]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.getByRole('radio', { name: 'Tarjetas' }).check();
    await expect(page.getByRole('switch', { name: 'Alerta de Balda' })).toBeDisabled();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // An address that asks for the form does not open it either.
    await page.goto('/productos?nuevo=');
    await expect(rowOf(page, 'Balda')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
