import type { Locator, Page } from '@playwright/test';
import { discardChanges, expectGuarded, field, rowOf, toasts } from './support/screen';
import type { Product } from './support/stockroom';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const validate = 'GET /api/products/validate-sku/';

/** Opens the menu of a row and presses one of its entries. */
async function choose(page: Page, name: string, entry: string) {
  await page.getByRole('button', { name: `Más acciones para ${name}` }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

function dialog(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name });
}

function patchOf({ idProduct }: Product) {
  return `PATCH /api/products/${idProduct}/` as const;
}

test('the menu of a row and of a card offers everything', async ({ stockroom }) => {
  await stockroom.product({ name: 'Balda' });
  await stockroom.product({ name: 'Clavo', alertBlocked: true });
  const entries = [
    'Ver detalles',
    'Editar',
    'Ajustar stock',
    'Duplicar',
    'Cambiar stock mínimo',
    'Configurar días de alerta',
    'Desactivar Alerta',
    'Eliminar…',
  ];
  const page = await stockroom.visit('/productos');
  await page.getByRole('button', { name: 'Más acciones para Balda' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(entries);
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'Tarjetas' }).check();
  await page.getByRole('button', { name: 'Opciones de Clavo' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(entries.map((entry) => entry.replace('Desactivar', 'Activar')));
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await expect(dialog(page, 'Editar producto')).toContainText('Clavo');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Opciones de Balda' }).click();
  await page.getByRole('menuitem', { name: 'Ver detalles' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Balda' })).toBeVisible();
});

test('deleting asks, can be taken back, and a failure is shown', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda', sku: 'BAL-1', currentStock: 4 });
  await stockroom.product();
  const page = await stockroom.visit('/productos');
  await choose(page, 'Balda', 'Eliminar…');
  const question = page.getByRole('alertdialog', { name: '¿Eliminar «Balda»?' });
  await expect(question).toContainText(
    'Saldrá de todas las listas y su SKU quedará libre. Sus movimientos y pedidos se conservan.',
  );
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  const remove = `DELETE /api/products/${product.idProduct}/` as const;
  await wire(page).answer(remove, { status: 500, body: { detail: 'Se ha atascado' } });
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(question.getByRole('alert')).toHaveText('No se pudo eliminar el producto. Se ha atascado');
  await wire(page).restore(remove);
  const release = await wire(page).hold(remove);
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(question.getByRole('button', { name: 'Eliminando…' })).toBeVisible();
  await release();
  await expect(question).toHaveCount(0);
  await expect(rowOf(page, 'Balda')).toHaveCount(0);
  await expect(page.getByText('1 producto en total')).toBeVisible();
  await expect(toasts(page)).toContainText('Producto eliminado');

  await toasts(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(toasts(page)).toContainText('Producto recuperado');
  await expect(rowOf(page, 'Balda')).toContainText('BAL-1');
  expect((await stockroom.read(product)).currentStock).toBe(4);

  // Its SKU was free for a moment and a user took it.
  await choose(page, 'Balda', 'Eliminar…');
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(question).toHaveCount(0);
  await expect(rowOf(page, 'Balda')).toHaveCount(0);
  await stockroom.product({ sku: 'BAL-1', name: 'Otra cosa' });
  wire(page).expectAnyRefusal(409);
  wire(page).expectAnyRefusal(400);
  await toasts(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(toasts(page)).toContainText('No se pudo recuperar el producto');
});

test('duplicating asks for a SKU and knows as one types whether it is free', async ({ stockroom }) => {
  const product = await stockroom.product({
    name: 'Balda',
    sku: 'BAL-1',
    currentStock: 9,
    category: 'Madera',
  });
  const page = await stockroom.visit('/productos');
  await choose(page, 'Balda', 'Duplicar');
  const form = dialog(page, 'Duplicar producto');
  const sku = field(form, 'SKU del nuevo producto');
  await expect(sku).toBeFocused();
  await expect(form).toContainText('Balda · BAL-1');
  await expect(sku).toHaveAccessibleDescription('La copia empieza sin stock y sin código de barras.');
  await page.keyboard.press('Control+Enter');
  await expect(sku).toHaveAccessibleDescription('El SKU es requerido');
  await sku.fill('bal-1');
  await expect(sku).toHaveAccessibleDescription('Ya existe un producto con este SKU');
  await page.keyboard.press('Control+Enter');
  await expect(sku).toHaveAccessibleDescription('Ya existe un producto con este SKU');

  const release = await wire(page).hold(validate);
  await sku.fill('BAL-2');
  await expect(sku).toHaveAccessibleDescription('Comprobando si el SKU está libre…');
  await release();
  await expect(sku).toHaveAccessibleDescription('El SKU está libre');
  // Nobody answers: it counts as not available, and asking again is one press away.
  await wire(page).answer(validate, { status: 500, body: { detail: 'Sin respuesta' } });
  await sku.fill('BAL-3');
  await expect(sku).toHaveAccessibleDescription('No se pudo comprobar si el SKU está libre. Inténtalo de nuevo.');
  await wire(page).restore(validate);
  await page.keyboard.press('Control+Enter');
  await expect(sku).toHaveAccessibleDescription('El SKU está libre');

  const duplicate = `POST /api/products/${product.idProduct}/duplicate/` as const;
  await wire(page).answer(duplicate, { status: 500, body: { detail: 'Sin papel' } });
  await form.getByRole('button', { name: 'Duplicar' }).click();
  await expect(form.getByRole('alert')).toHaveText('No se pudo duplicar el productoSin papel');
  await expectGuarded(page, () => page.keyboard.press('Escape'), sku);
  await wire(page).restore(duplicate);
  const answered = await wire(page).hold(duplicate);
  await form.getByRole('button', { name: 'Duplicar' }).click();
  await expect(form.getByRole('button', { name: 'Duplicando…' })).toBeVisible();
  await answered();
  await expect(form).toHaveCount(0);
  await expect(toasts(page)).toContainText('Producto duplicado');
  await expect(rowOf(page, 'BAL-3').getByRole('cell')).toContainText([
    '',
    'BAL-3',
    'Balda',
    'Madera',
    '0',
    'Sin stock',
    '',
  ]);
  await toasts(page).getByRole('button', { name: 'Ver producto' }).click();
  await expect(page.getByRole('main')).toContainText('BAL-3');
});

test('the minimum stock has its own dialog and its own limit', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda', currentStock: 4 });
  const page = await stockroom.visit('/productos');
  await choose(page, 'Balda', 'Cambiar stock mínimo');
  const form = dialog(page, 'Cambiar stock mínimo');
  const minimum = field(form, 'Stock mínimo');
  await expect(minimum).toHaveValue('0');
  await expect(minimum).toHaveAccessibleDescription('Con este stock o menos, el producto cuenta como bajo.');
  await minimum.fill('-1');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(minimum).toHaveAccessibleDescription('El stock mínimo no puede ser negativo');
  await minimum.fill('5');
  await wire(page).answer(patchOf(product), { status: 500, body: { detail: 'Sin lápiz' } });
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form.getByRole('alert')).toHaveText('Error al actualizar el stock mínimoSin lápiz');
  await wire(page).restore(patchOf(product));

  // A user was faster with another figure: it is said, and the next press decides.
  await stockroom.change(product, { minStock: 2 });
  wire(page).expectRefusal(patchOf(product), 412);
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form.getByRole('status')).toHaveText(
    'Otra persona lo ha cambiado mientras tanto: ahora es 2. Guarda otra vez para poner el tuyo.',
  );
  await stockroom.change(product, { minStock: null });
  await page.keyboard.press('Control+Enter');
  await expect(form.getByRole('status')).toContainText('ahora es ninguno');
  await page.keyboard.press('Control+Enter');
  await expect(form).toHaveCount(0);
  await expect(toasts(page)).toContainText('Stock mínimo actualizado');
  await expect(toasts(page)).toContainText('Balda: 5 unidades');
  await expect(rowOf(page, 'Balda')).toContainText('mín. 5');
  await expect(rowOf(page, 'Balda')).toContainText('Stock bajo');
});

test('the alert days go from 1 to 365', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda' });
  const page = await stockroom.visit('/productos');
  await choose(page, 'Balda', 'Configurar días de alerta');
  const form = dialog(page, 'Configurar días de alerta');
  const days = field(form, 'Días de alerta');
  await expect(days).toHaveValue('30');
  await expect(days).toHaveAccessibleDescription('Con cuántos días de antelación quieres saber que se agotará.');
  for (const [typed, message] of [
    ['0', 'Los días de alerta deben ser al menos 1'],
    ['366', 'Los días de alerta no pueden ser más de 365'],
  ] as const) {
    await days.fill(typed);
    await page.keyboard.press('Control+Enter');
    await expect(days).toHaveAccessibleDescription(message);
  }
  await wire(page).answer(patchOf(product), { status: 500, body: { detail: 'Sin calendario' } });
  await days.fill('1');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form.getByRole('alert')).toHaveText('Error al actualizar los días de alertaSin calendario');
  await page.keyboard.press('Escape');
  await discardChanges(page);
  await expect(form).toHaveCount(0);
  await wire(page).restore(patchOf(product));
  await choose(page, 'Balda', 'Configurar días de alerta');
  await days.fill('365');
  const release = await wire(page).hold(patchOf(product));
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form.getByRole('button', { name: 'Guardando…' })).toBeVisible();
  await release();
  await expect(toasts(page)).toContainText('Días de alerta actualizados');
  await expect(toasts(page)).toContainText('Balda: 365 días');
  expect((await stockroom.read(product)).alertDays).toBe(365);
});

test('the alert is switched off and on, from the menu and from the card', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda' });
  const page = await stockroom.visit('/productos');
  await choose(page, 'Balda', 'Desactivar Alerta');
  await expect(toasts(page)).toContainText('Alerta desactivada: Balda');
  await choose(page, 'Balda', 'Activar Alerta');
  await expect(toasts(page)).toContainText('Alerta activada: Balda');

  await page.getByRole('radio', { name: 'Tarjetas' }).check();
  const toggle = page.getByRole('switch', { name: 'Alerta de Balda' });
  await expect(toggle).toBeChecked();
  await toggle.click();
  await expect(toggle).not.toBeChecked();
  await expect.poll(async () => (await stockroom.read(product)).alertBlocked).toBe(true);
  await wire(page).answer(patchOf(product), { status: 500, body: {} });
  await toggle.click();
  await expect(toasts(page)).toContainText('Error al cambiar el estado de la alerta. Inténtalo de nuevo.');
  await expect(toggle).not.toBeChecked();
});
