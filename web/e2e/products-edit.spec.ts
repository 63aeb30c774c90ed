import type { Locator, Page } from '@playwright/test';
import { field, rowOf, toasts } from './support/screen';
import { expect, test } from './support/test';
import { wire } from './support/wire';

function editForm(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Editar producto' });
}

test('editing changes what was changed, and a stock that is typed becomes an adjustment', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda', currentStock: 5, price: 2, tags: ['pino'] });
  const page = await stockroom.visit('/productos');
  await page.getByRole('button', { name: 'Editar Balda' }).click();
  const form = editForm(page);
  await expect(form).toContainText('Balda');
  await expect(field(form, 'Stock')).toHaveAccessibleDescription('Si lo cambias, quedará anotado como un ajuste.');
  await expect(field(form, 'Etiquetas')).toHaveValue('pino');
  await field(form, 'Nombre').fill('Balda de roble');
  await field(form, 'Stock').fill('8');
  await form.getByLabel('Estado').selectOption('Descontinuado');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  expect((await sent).postDataJSON()).toEqual({
    name: 'Balda de roble',
    currentStock: 8,
    status: 'discontinued',
  });
  await expect(toasts(page)).toContainText('Producto guardado');
  await expect(rowOf(page, 'Balda de roble')).toContainText('Descontinuado');
  expect(await stockroom.read(product)).toMatchObject({ currentStock: 8, price: 2, tags: ['pino'] });

  await page.getByRole('button', { name: 'Editar Balda de roble' }).click();
  await field(form, 'Nombre').fill('Balda de haya');
  const path = `PATCH /api/products/${product.idProduct}/` as const;
  await wire(page).answer(path, { status: 500, body: { detail: 'Sin fuerzas' } });
  await page.keyboard.press('Control+Enter');
  await expect(form.getByRole('alert')).toHaveText('Error al editar el productoSin fuerzas');
  await expect(field(form, 'Nombre')).toHaveValue('Balda de haya');
});

test('two people editing: the second one sees what changed and chooses', async ({ stockroom }) => {
  const product = await stockroom.product({
    name: 'Balda',
    description: 'De pino',
    minStock: 2,
    currentStock: 9,
  });
  const page = await stockroom.visit('/productos');
  const patch = `PATCH /api/products/${product.idProduct}/` as const;
  const edit = page.getByRole('button', { name: 'Editar Balda' });
  const form = editForm(page);
  wire(page).expectRefusal(patch, 412);

  // Different fields: both changes are kept and the second person is told.
  await edit.click();
  await field(form, 'Descripción').fill('De roble');
  await stockroom.change(product, { minStock: 5 });
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(toasts(page)).toContainText('Otra persona cambió mientras tanto stock mínimo: eso también se conserva.');
  expect(await stockroom.read(product)).toMatchObject({ description: 'De roble', minStock: 5 });

  // The same field: nothing is overwritten silently.
  await edit.click();
  await field(form, 'Nombre').fill('Balda mía');
  await field(form, 'Descripción').fill('De cerezo');
  await field(form, 'Stock mínimo').fill('7');
  await stockroom.change(product, { name: 'Balda suya', description: null, price: 12 });
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  const notice = form.getByRole('status').filter({ hasText: 'Otra persona ha guardado antes que tú' });
  await expect(notice).toContainText('Los dos habéis cambiado 2 datos. Elige qué se queda y guarda otra vez.');
  expect((await stockroom.read(product)).name).toBe('Balda suya');
  const choice = notice.getByRole('group', { name: 'Nombre' });
  await expect(choice.getByRole('radio', { name: /Lo tuyo\s*Balda mía/ })).toBeChecked();
  await choice.getByRole('radio', { name: /Lo guardado\s*Balda suya/ }).check();
  await expect(field(form, 'Nombre')).toHaveValue('Balda suya');
  await choice.getByRole('radio', { name: /Lo tuyo/ }).check();
  const other = notice.getByRole('group', { name: 'Descripción' });
  await other.getByRole('radio', { name: /Lo guardado\s*\(vacío\)/ }).check();
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(form).toHaveCount(0);
  expect(await stockroom.read(product)).toMatchObject({
    name: 'Balda mía',
    description: '',
    minStock: 7,
    price: 12,
  });

  // Stock moves all day: that alone is nothing to choose about.
  await page.getByRole('button', { name: 'Editar Balda mía' }).click();
  await field(form, 'Descripción').fill('De haya');
  await stockroom.sell(product, 1);
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(form).toHaveCount(0);
  expect(await stockroom.read(product)).toMatchObject({ description: 'De haya', currentStock: 8 });
});
