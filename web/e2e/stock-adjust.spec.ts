import type { Locator, Page } from '@playwright/test';
import { expectGuarded, expectOptions, field, rowOf, toasts } from './support/screen';
import type { Product } from './support/stockroom';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const comesIn = ['Restock', 'Devolución de cliente', 'Ajuste manual', 'Transferencia entre almacenes', 'Otro'];
const goesOut = ['Venta realizada', 'Producto dañado', 'Ajuste manual', 'Transferencia entre almacenes', 'Otro'];

function adjustOf({ idProduct }: Product) {
  return `POST /api/products/${idProduct}/adjust_stock/` as const;
}

async function openAdjust(page: Page, name = 'Balda'): Promise<Locator> {
  await page.getByRole('button', { name: `Ajustar stock de ${name}` }).click();
  const form = page.getByRole('dialog', { name: 'Ajustar stock' });
  await expect(field(form, 'Cantidad')).toBeFocused();
  return form;
}

/** What the preview says, which is read aloud as one types. */
function preview(form: Locator): Locator {
  return form.locator('[aria-live=polite]');
}

/** Nothing of what others do arrives by itself, so that the server has to say it. */
async function goDeaf(page: Page, path: string) {
  await wire(page).silence('GET /api/events/');
  await page.goto(path);
}

test('adding, taking and setting, each with its preview and its way back', async ({ stockroom }) => {
  const product = await stockroom.product({
    name: 'Balda',
    sku: 'BAL-1',
    currentStock: 10,
    minStock: 4,
    maxStock: 40,
  });
  const page = await stockroom.visit('/productos');
  const form = await openAdjust(page);
  await expect(form).toContainText('Balda · BAL-1');
  await expect(form).toContainText('Ctrl + Enter para guardar');
  await expect(form.getByRole('radiogroup', { name: 'Tipo de ajuste' }).getByRole('radio')).toHaveCount(3);
  await expectOptions(field(form, 'Razón'), ['Elige una razón', ...comesIn]);
  await expect(field(form, 'Notas')).toHaveAttribute('placeholder', 'Albarán, lote, incidencia…');
  await expect(form.getByRole('radio', { name: 'Agregar Stock' })).toBeChecked();
  await field(form, 'Cantidad').fill('20');
  await expect(preview(form)).toHaveText(/Ahora10Después30 \+20En stockmín\. 4máx\. 40/);
  await field(form, 'Razón').selectOption('Restock');
  await field(form, 'Notas').fill('Albarán 7');
  await form.getByRole('button', { name: 'Guardar ajuste' }).click();
  await expect(form).toHaveCount(0);
  await expect(toasts(page)).toContainText('¡Stock ajustado exitosamente!');
  await expect(toasts(page)).toContainText('Balda: 10 → 30 uds.');
  await expect(rowOf(page, 'Balda')).toContainText('30');
  await toasts(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(toasts(page)).toContainText('Ajuste deshecho');
  await expect(toasts(page)).toContainText('Balda: vuelve a haber 10 uds.');
  await expect(rowOf(page, 'Balda')).toContainText('10');

  await openAdjust(page);
  await form.getByRole('radio', { name: 'Quitar Stock' }).check();
  await expectOptions(field(form, 'Razón'), ['Elige una razón', ...goesOut]);
  await field(form, 'Cantidad').fill('7');
  await expect(preview(form)).toHaveText(/Ahora10Después3 −7Stock bajo/);
  await field(form, 'Razón').selectOption('Venta realizada');
  await page.keyboard.press('Control+Enter');
  await expect(rowOf(page, 'Balda')).toContainText('Stock bajo');

  await openAdjust(page);
  await form.getByRole('radio', { name: 'Establecer Stock' }).check();
  await field(form, 'Cantidad').fill('25');
  await expect(preview(form)).toHaveText(/Ahora3Después25 \+22En stock/);
  await field(form, 'Razón').selectOption('Ajuste manual');
  await page.keyboard.press('Control+Enter');
  await expect(toasts(page)).toContainText('Balda: 3 → 25 uds.');
  expect((await stockroom.read(product)).currentStock).toBe(25);

  // Reason and notes are kept with the movement.
  await page.goto('/inventario?tab=movimientos');
  await expect(rowOf(page, 'Restock').filter({ hasText: '+20' })).toContainText('Albarán 7');
  await expect(rowOf(page, 'Venta realizada')).toContainText('−7');
  await expect(rowOf(page, 'Ajuste manual').filter({ hasText: '+22' })).toBeVisible();
});

test('quantity and reason are required, and nothing typed is lost', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda', currentStock: 10 });
  const page = await stockroom.visit('/productos', { clock: true });
  const form = await openAdjust(page);
  await page.keyboard.press('Control+Enter');
  await expect(field(form, 'Cantidad')).toHaveAccessibleDescription('La cantidad debe ser mayor a 0');
  await expect(field(form, 'Razón')).toHaveAccessibleDescription('La razón es requerida');
  for (const [typed, message] of [
    ['0', 'La cantidad debe ser mayor a 0'],
    ['-3', 'La cantidad debe ser mayor a 0'],
    ['1,5', 'Escribe un número entero, sin decimales'],
    ['1000000001', 'La cantidad es demasiado grande'],
  ] as const) {
    await field(form, 'Cantidad').fill(typed);
    await expect(field(form, 'Cantidad')).toHaveAccessibleDescription(message);
  }
  await field(form, 'Cantidad').fill('6');
  await expect(field(form, 'Cantidad')).not.toHaveAttribute('aria-invalid');
  await field(form, 'Razón').selectOption('Otro');
  await expectGuarded(page, () => page.keyboard.press('Escape'), field(form, 'Cantidad'));
  await expectGuarded(page, () => page.mouse.click(20, 450), field(form, 'Cantidad'));

  const adjust = adjustOf(product);
  await wire(page).answer(adjust, { status: 500, body: { detail: 'Sin fuerzas' } });
  const save = form.getByRole('button', { name: 'Guardar ajuste' });
  await save.click();
  await expect(form.getByRole('alert')).toHaveText('Error al ajustar el stockSin fuerzas');
  await wire(page).answer(adjust, { status: 502, body: '<html>Puerta de enlace</html>' });
  await save.click();
  await expect(form.getByRole('alert')).toHaveText('Error al ajustar el stockNo se pudo ajustar el stock');
  await wire(page).silence(adjust);
  const asked = page.waitForRequest((request) => request.method() === 'POST');
  await save.click();
  await asked;
  await expect(form.getByRole('button', { name: 'Guardando…' })).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(form.getByRole('alert')).toContainText('El servidor no responde.');
  await expect(field(form, 'Cantidad')).toHaveValue('6');
  await wire(page).restore(adjust);
  await save.click();
  await expect(rowOf(page, 'Balda')).toContainText('16');
});

test('taking more than there is takes what there is', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda', currentStock: 10 });
  const page = await stockroom.visit('/soporte');
  await goDeaf(page, '/productos');
  const form = await openAdjust(page);
  await form.getByRole('radio', { name: 'Quitar Stock' }).check();
  await field(form, 'Cantidad').fill('50');
  await expect(preview(form)).toHaveText(/Ahora10Después0 −10Sin stock.*Se quitarán las 10 unidades disponibles/);
  await field(form, 'Razón').selectOption('Producto dañado');
  // Meanwhile a user sold nine: the server says how many are left, and the preview follows.
  await stockroom.sell(product, 9);
  wire(page).expectRefusal(adjustOf(product), 400);
  await form.getByRole('button', { name: 'Guardar ajuste' }).click();
  await expect(field(form, 'Cantidad')).toHaveAccessibleDescription('Stock insuficiente: queda 1 unidad');
  await expect(field(form, 'Cantidad')).toBeFocused();
  await expect(preview(form)).toContainText('Se quitará la unidad disponible');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await form.getByRole('button', { name: 'Guardar ajuste' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ type: 'remove', quantity: 1 });
  await expect(toasts(page)).toContainText('Balda: 1 → 0 uds.');
  await expect(rowOf(page, 'Balda')).toContainText('Sin stock');

  await openAdjust(page);
  await form.getByRole('radio', { name: 'Quitar Stock' }).check();
  await field(form, 'Cantidad').fill('1');
  await field(form, 'Razón').selectOption('Otro');
  await form.getByRole('button', { name: 'Guardar ajuste' }).click();
  await expect(field(form, 'Cantidad')).toHaveAccessibleDescription('No quedan unidades que quitar');
});

test('setting a stock writes nothing when equal and asks when it has changed', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda', currentStock: 10 });
  const page = await stockroom.visit('/soporte');
  await goDeaf(page, '/productos');
  const form = await openAdjust(page);
  await form.getByRole('radio', { name: 'Establecer Stock' }).check();
  await field(form, 'Cantidad').fill('10');
  await field(form, 'Razón').selectOption('Ajuste manual');
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
  await form.getByRole('button', { name: 'Guardar ajuste' }).click();
  await expect(form.getByRole('status')).toHaveText('El stock ya es de 10 unidades: no hay nada que cambiar.');
  expect(calls).toEqual([]);

  await field(form, 'Cantidad').fill('12');
  await stockroom.sell(product, 4);
  wire(page).expectRefusal(adjustOf(product), 409);
  await form.getByRole('button', { name: 'Guardar ajuste' }).click();
  const notice = form.getByRole('status').filter({ hasText: 'El stock ha cambiado mientras tanto' });
  await expect(notice).toContainText(
    'Ahora hay 6 unidades. Revisa la cantidad y guarda otra vez si sigue siendo la correcta.',
  );
  await expect(preview(form)).toHaveText(/Ahora6Después12 \+6/);
  expect((await stockroom.read(product)).currentStock).toBe(6);
  await form.getByRole('button', { name: 'Guardar ajuste' }).click();
  await expect(toasts(page)).toContainText('Balda: 6 → 12 uds.');

  // Too late to take it back: the units are gone.
  await stockroom.sell(product, 12);
  wire(page).expectAnyRefusal(400);
  wire(page).expectAnyRefusal(409);
  await toasts(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(toasts(page)).toContainText('No se pudo deshacer el ajuste');
});
