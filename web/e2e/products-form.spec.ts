import type { Locator, Page } from '@playwright/test';
import { discardChanges, expectGuarded, expectOptions, field, rowOf, toasts } from './support/screen';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const create = 'POST /api/products/';

function newForm(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Nuevo Producto' });
}

async function openForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Nuevo Producto' }).first().click();
  const form = newForm(page);
  await expect(field(form, 'SKU')).toBeFocused();
  return form;
}

test('a new product keeps everything that was typed', async ({ stockroom }) => {
  await stockroom.product({ category: 'Jardín', brand: 'Filo' });
  const page = await stockroom.visit('/productos');
  const form = await openForm(page);
  await expect(form).toContainText('Ctrl + Enter para guardar');
  await expectOptions(form.getByLabel('Estado'), ['Activo', 'Inactivo', 'Descontinuado', 'Sin Stock']);
  await expect(form.getByLabel('Estado')).toHaveValue('active');
  await expect(field(form, 'Stock')).toHaveValue('0');
  for (const [label, hint] of [
    ['Código de barras', 'EAN, UPC o Code 128.'],
    ['Categoría', 'Elige una o escribe una nueva.'],
    ['Marca', 'Elige una o escribe una nueva.'],
    ['Días de alerta', 'Si lo dejas vacío, 30 días.'],
    ['Etiquetas', 'Sepáralas con comas.'],
  ] as const) {
    await expect(field(form, label)).toHaveAccessibleDescription(hint);
  }
  await field(form, 'SKU').fill('TAL-18V');
  await expect(field(form, 'SKU')).toHaveAccessibleDescription('El SKU está libre');
  await field(form, 'Nombre').fill('Taladro percutor 18 V');
  await field(form, 'Código de barras').fill('8412345678905');
  await field(form, 'Categoría').fill('jar');
  await page.getByRole('option', { name: 'Jardín' }).click();
  await field(form, 'Marca').fill('Nueva Marca');
  await field(form, 'Stock').fill('12');
  await field(form, 'Stock mínimo').fill('4');
  await field(form, 'Stock máximo').fill('60');
  // What can be read two ways says how it was read before it is saved.
  await field(form, 'Precio (€)').fill('1.500');
  await expect(field(form, 'Precio (€)')).toHaveAccessibleDescription('Se leerá como 1.500,00 €');
  await field(form, 'Precio (€)').fill('129,90');
  await expect(field(form, 'Precio (€)')).not.toHaveAccessibleDescription(/Se leerá/);
  await field(form, 'Días de alerta').fill('15');
  await field(form, 'Etiquetas').fill('obra, , oferta ');
  await field(form, 'Descripción').fill('Con dos baterías');
  await page.keyboard.press('Control+Enter');
  await expect(form).toHaveCount(0);
  await expect(toasts(page)).toContainText('Producto creado');
  await expect(toasts(page)).toContainText('Taladro percutor 18 V');
  await toasts(page).getByRole('button', { name: 'Ver producto' }).click();
  const main = page.getByRole('main');
  for (const text of [
    'TAL-18V',
    '8412345678905',
    'Jardín',
    'Nueva Marca',
    '129,90',
    'Activada, 15 días antes',
    'obra',
    'oferta',
    'Con dos baterías',
  ]) {
    await expect(main).toContainText(text);
  }
  // Stock that comes with a new product is a movement like any other.
  await expect(page.getByRole('table').getByRole('row').filter({ hasText: '+12' })).toBeVisible();
});

test('every rule of the form, and editing a field clears its error', async ({ stockroom }) => {
  const page = await stockroom.visit('/productos');
  const form = await openForm(page);
  await field(form, 'Stock').fill('');
  await form.getByRole('button', { name: 'Crear producto' }).click();
  await expect(field(form, 'SKU')).toHaveAccessibleDescription('El SKU es requerido');
  await expect(field(form, 'SKU')).toBeFocused();
  await expect(field(form, 'Nombre')).toHaveAccessibleDescription('El nombre es requerido');
  await expect(field(form, 'Stock')).toHaveAccessibleDescription('El stock es requerido');

  await field(form, 'SKU').fill('  ');
  await field(form, 'Nombre').fill('Balda');
  await expect(field(form, 'Nombre')).not.toHaveAttribute('aria-invalid');
  for (const [label, wrong, message] of [
    ['Stock', '-1', 'El stock debe ser un número mayor o igual a 0'],
    ['Stock', 'doce', 'El stock debe ser un número mayor o igual a 0'],
    ['Stock mínimo', '-1', 'El stock mínimo debe ser un número mayor o igual a 0'],
    ['Stock máximo', '-1', 'El stock máximo debe ser un número mayor o igual a 0'],
    ['Días de alerta', '0', 'Los días de alerta deben ser un número entre 1 y 365'],
    ['Días de alerta', '366', 'Los días de alerta deben ser un número entre 1 y 365'],
    ['Precio (€)', '-2', 'El precio debe ser un número mayor o igual a 0'],
  ] as const) {
    await field(form, label).fill(wrong);
    await page.keyboard.press('Control+Enter');
    await expect(field(form, label)).toHaveAccessibleDescription(message);
    await field(form, label).fill(label === 'Stock' ? '3' : '');
    await expect(field(form, label)).not.toHaveAttribute('aria-invalid');
  }
  await field(form, 'SKU').fill('BAL-1');
  await field(form, 'Stock mínimo').fill('9');
  await field(form, 'Stock máximo').fill('8');
  await page.keyboard.press('Control+Enter');
  await expect(field(form, 'Stock máximo')).toHaveAccessibleDescription(
    'El stock máximo no puede ser menor que el mínimo',
  );
  await field(form, 'Stock máximo').fill('9');

  // Only the server knows whether a code adds up.
  await field(form, 'Código de barras').fill('8412345678904');
  wire(page).expectRefusal(create, 400);
  await page.keyboard.press('Control+Enter');
  await expect(field(form, 'Código de barras')).toHaveAccessibleDescription('El código de barras no es válido');
  await expect(field(form, 'Código de barras')).toBeFocused();
  await field(form, 'Código de barras').fill('');
  await page.keyboard.press('Control+Enter');
  await expect(form).toHaveCount(0);
  await expect(rowOf(page, 'Balda')).toContainText('BAL-1');
});

test('a SKU that is taken is shown at its field, focused and red for three seconds', async ({ stockroom }) => {
  await stockroom.product({ sku: 'TAL-18V' });
  const page = await stockroom.visit('/productos', {
    clock: true,
    colorScheme: 'light',
    viewport: { width: 1440, height: 420 },
  });
  const form = await openForm(page);
  const sku = field(form, 'SKU');
  await sku.fill('tal-18v');
  await expect(sku).toHaveAccessibleDescription('Ya existe un producto con este SKU');
  await field(form, 'Nombre').fill('Otro taladro');
  await field(form, 'Descripción').click();
  await expect(sku).not.toBeInViewport();
  await page.keyboard.press('Control+Enter');
  await expect(sku).toBeInViewport();
  await expect(sku).toBeFocused();

  // Taken between the question and the answer: the server says so, and nobody has to guess where.
  await sku.fill('TAL-20V');
  await page.clock.runFor(1_000);
  await expect(sku).toHaveAccessibleDescription('El SKU está libre');
  await stockroom.product({ sku: 'TAL-20V' });
  await field(form, 'Descripción').click();
  await page.clock.pauseAt(Date.now() + 60_000);
  wire(page).expectRefusal(create, 400);
  await page.keyboard.press('Control+Enter');
  await expect(sku).toHaveAccessibleDescription('Ya existe un producto con este SKU');
  await expect(sku).toBeFocused();
  await expect(sku).toBeInViewport();
  const red = 'rgb(253, 235, 236)';
  await expect(sku).toHaveCSS('background-color', red);
  await page.clock.runFor(2_900);
  await expect(sku).toHaveCSS('background-color', red);
  await page.clock.runFor(200);
  await expect(sku).not.toHaveCSS('background-color', red);
  await expect(field(form, 'Nombre')).toHaveValue('Otro taladro');
});

test('whatever fails, what was typed stays', async ({ stockroom }) => {
  await stockroom.product();
  const page = await stockroom.visit('/productos', { clock: true });
  const form = await openForm(page);
  await field(form, 'SKU').fill('BAL-1');
  await field(form, 'Nombre').fill('Balda');
  const save = form.getByRole('button', { name: 'Crear producto' });
  const box = form.getByRole('alert');
  await wire(page).answer(create, { status: 500, body: { detail: 'Error interno del servidor' } });
  await save.click();
  await expect(box).toHaveText('Error al crear el productoError interno del servidor');
  await wire(page).drop(create);
  await save.click();
  await expect(box).toContainText('No se puede conectar con el servidor. Verifica tu conexión a internet.');
  await wire(page).answer(create, { status: 502, body: '<html>Puerta de enlace</html>' });
  await save.click();
  await expect(field(form, 'SKU')).toHaveAccessibleDescription('Error al procesar la respuesta del servidor');
  await field(form, 'SKU').fill('BAL-2');

  await wire(page).silence(create);
  const asked = page.waitForRequest((request) => request.method() === 'POST');
  await save.click();
  const [first] = await Promise.all([asked, expect(form.getByRole('button', { name: 'Creando…' })).toBeVisible()]);
  await page.clock.fastForward(10_000);
  await expect(box).toContainText('El servidor no responde. Inténtalo de nuevo más tarde.');
  await wire(page).restore(create);
  wire(page).expectSilence();
  await page.context().setOffline(true);
  await save.click();
  await expect(box).toContainText('No se puede conectar con el servidor.');
  await expect(field(form, 'Nombre')).toHaveValue('Balda');
  await page.context().setOffline(false);
  const again = page.waitForRequest((request) => request.method() === 'POST');
  await save.click();
  await expect(form).toHaveCount(0);
  // The answer may have been lost, so the same product is sent under the same key.
  const keyOf = (request: typeof first) => request.headers()['idempotency-key'];
  expect(keyOf(await again)).toBe(keyOf(first));
  await expect(rowOf(page, 'Balda')).toHaveCount(1);
});

test('Escape, the overlay, the cross and «Cancelar» ask before they lose something', async ({ stockroom }) => {
  await stockroom.product();
  const page = await stockroom.visit('/productos');
  const form = await openForm(page);
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await openForm(page);
  await page.mouse.click(20, 450);
  await expect(form).toHaveCount(0);
  await openForm(page);
  await form.getByRole('button', { name: 'Cerrar' }).click();
  await expect(form).toHaveCount(0);

  await openForm(page);
  const name = field(form, 'Nombre');
  await name.fill('Balda a medias');
  await expectGuarded(page, () => page.keyboard.press('Escape'), name);
  await expectGuarded(page, () => page.mouse.click(20, 450), name);
  await expectGuarded(page, () => form.getByRole('button', { name: 'Cerrar' }).click(), name);
  await expectGuarded(page, () => form.getByRole('button', { name: 'Cancelar' }).click(), name);
  await expect(name).toHaveValue('Balda a medias');
  await page.keyboard.press('Escape');
  await discardChanges(page);
  await expect(form).toHaveCount(0);
  await expect(page.getByText('1 producto en total')).toBeVisible();
});
