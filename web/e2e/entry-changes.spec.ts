import { cards, line, newForm, pick } from './support/entry-form';
import { discardChanges, expectGuarded, expectOptions, field, figure, rowOf, scan, toasts } from './support/screen';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const batch = 'POST /api/entries/batch/';

test('several products arrive at once; what is wrong stands at its line', async ({ stockroom }) => {
  const shelf = await stockroom.product({ name: 'Balda', currentStock: 2 });
  const nail = await stockroom.product({ name: 'Clavo', barcode: '8412345678905' });
  const page = await stockroom.visit('/entrada-stock');
  await expect(page.getByRole('heading', { name: 'No hay entradas' })).toBeVisible();
  await expect(
    page.getByText('Registra lo que llega —compras, devoluciones, ajustes— y el stock se actualizará solo.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Nueva Entrada' }).first().click();
  const form = newForm(page);
  await expect(form).toContainText('Registra todo lo que llega de una vez: una línea por producto.');
  await expect(line(page, 1).getByLabel('Producto')).toBeFocused();
  await expectOptions(field(form, 'Tipo'), ['Compra', 'Devolución', 'Ajuste', 'Manual']);
  await expect(field(form, 'Motivo')).toHaveAttribute('placeholder', 'Pedido al proveedor, albarán…');
  await form.getByRole('button', { name: 'Registrar entrada' }).click();
  await expect(line(page, 1).getByLabel('Producto')).toHaveAccessibleDescription('Elige un producto');
  await expect(line(page, 1).getByLabel('Cantidad')).toHaveAccessibleDescription('La cantidad debe ser mayor a 0');

  await pick(page, 1, 'bal', /Balda/);
  await expect(line(page, 1).getByLabel('Cantidad')).toBeFocused();
  await line(page, 1).getByLabel('Cantidad').fill('10');
  await line(page, 1).getByLabel('Coste unitario').fill('-1');
  await page.keyboard.press('Control+Enter');
  await expect(line(page, 1).getByLabel('Coste unitario')).toHaveAccessibleDescription(
    'El coste debe ser un número mayor o igual a 0',
  );
  await line(page, 1).getByLabel('Coste unitario ($)').fill('1.500');
  await expect(line(page, 1).getByLabel('Coste unitario ($)')).toHaveAccessibleDescription('Se leerá como 1.500,00 $');
  await expect(form).toContainText('1 línea · 10 uds. · 15.000,00 $');
  await line(page, 1).getByLabel('Coste unitario').fill('2,50');
  await expect(form).toContainText('1 línea · 10 uds. · 25,00 $');
  // Enter goes on to the next line, where a code can be read straight away.
  await page.keyboard.press('Enter');
  await expect(line(page, 2).getByLabel('Producto')).toBeFocused();
  await scan(page, '8412345678905');
  await expect(line(page, 2).getByLabel('Producto')).toHaveValue('Clavo');
  await line(page, 2).getByLabel('Cantidad').fill('4');
  await line(page, 2).getByLabel('Coste unitario').fill('0,1');
  await form.getByRole('button', { name: 'Añadir línea' }).click();
  await expect(form.getByRole('button', { name: 'Quitar la línea 3' })).toBeVisible();
  await form.getByRole('button', { name: 'Quitar la línea 3' }).click();
  await expect(form).toContainText('2 líneas · 14 uds. · 25,40 $');
  await field(form, 'Motivo').fill('Albarán 12');
  await field(form, 'Notas').fill('Falta una caja');
  await expectGuarded(page, () => page.keyboard.press('Escape'), field(form, 'Motivo'));

  // Of a line that the server refuses, none of the others is kept either.
  await stockroom.shop.as(stockroom.shop.admin, {
    method: 'DELETE',
    path: `/api/products/${nail.idProduct}/`,
  });
  wire(page).expectRefusal(batch, 400);
  wire(page).expectRefusal(batch, 404);
  await form.getByRole('button', { name: 'Registrar 2 entradas' }).click();
  await expect(line(page, 2).getByLabel('Producto')).toHaveAttribute('aria-invalid', 'true');
  await expect(line(page, 2).getByLabel('Producto')).toBeFocused();
  expect((await stockroom.read(shelf)).currentStock).toBe(2);
  await stockroom.shop.as(stockroom.shop.admin, {
    method: 'POST',
    path: `/api/products/${nail.idProduct}/restore/`,
  });
  await wire(page).answer(batch, { status: 500, body: { detail: 'Muelle cerrado' } });
  await form.getByRole('button', { name: 'Registrar 2 entradas' }).click();
  await expect(form.getByRole('alert')).toHaveText('No se pudieron registrar las entradasMuelle cerrado');
  await expect(line(page, 2).getByLabel('Cantidad')).toHaveValue('4');
  await wire(page).restore(batch);
  const release = await wire(page).hold(batch);
  await page.keyboard.press('Control+Enter');
  await expect(form.getByRole('button', { name: 'Guardando…' })).toBeVisible();
  await release();
  await expect(form).toHaveCount(0);
  await expect(toasts(page)).toContainText('2 entradas registradas');
  await expect(toasts(page)).toContainText('+14 uds. en total');
  await expect(figure(cards(page), 'Valor Total')).toContainText('25,40 $');
  await expect(rowOf(page, 'Clavo')).toContainText('Albarán 12');
  await toasts(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(toasts(page)).toContainText('2 entradas deshechas');
  await expect(page.getByRole('heading', { name: 'No hay entradas' })).toBeVisible();
  expect((await stockroom.read(shelf)).currentStock).toBe(2);

  await page.keyboard.press('n');
  await pick(page, 1, 'bal', /Balda/);
  await line(page, 1).getByLabel('Cantidad').fill('1');
  await page.keyboard.press('Control+Enter');
  await expect(toasts(page)).toContainText('Entrada registrada');
  await expect(toasts(page)).toContainText('Balda: +1 ud.');
  await expect(page.getByText('1 entrada registrada', { exact: true })).toBeVisible();
  await toasts(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(toasts(page)).toContainText('Entrada deshecha');
  await page.keyboard.press('n');
  await pick(page, 1, 'bal', /Balda/);
  await line(page, 1).getByLabel('Cantidad').fill('3');
  await page.keyboard.press('Control+Enter');
  await expect(toasts(page)).toContainText('Balda: +3 uds.');
  await stockroom.sell(shelf, 5);
  wire(page).expectAnyRefusal(409);
  wire(page).expectAnyRefusal(400);
  await toasts(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(toasts(page)).toContainText('No se pudo deshacer la entrada');
});

test('an entry is edited: the document, the quantity and, when two do it, the one of now', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda', sku: 'BAL-1' });
  const entry = await stockroom.entry(product, { quantity: 10, unitCost: 2 });
  const page = await stockroom.visit('/entrada-stock');
  const edit = page.getByRole('button', { name: 'Editar la entrada de Balda' });
  await edit.click();
  const form = page.getByRole('dialog', { name: `Editar la entrada #${entry.id}` });
  await expect(form).toContainText('Balda · BAL-1');
  const quantity = field(form, 'Cantidad');
  await expect(quantity).toHaveAccessibleDescription('Cambiar la cantidad corrige también el stock.');
  const save = form.getByRole('button', { name: 'Guardar cambios' });
  await save.click();
  await expect(form.getByRole('status')).toHaveText('No has cambiado nada.');
  await quantity.fill('0');
  await save.click();
  await expect(quantity).toHaveAccessibleDescription('La cantidad debe ser mayor a 0');
  await quantity.fill('6');
  await field(form, 'Coste unitario ($)').fill('3,5');
  await field(form, 'Tipo').selectOption('Devolución');
  await field(form, 'Motivo').fill('Cliente contento');
  await field(form, 'Notas').fill('Sin abrir');
  await expectGuarded(page, () => page.keyboard.press('Escape'), quantity);
  const patch = `PATCH /api/entries/${entry.id}/` as const;
  await wire(page).answer(patch, { status: 500, body: { detail: 'Sin tinta' } });
  await save.click();
  await expect(form.getByRole('alert')).toHaveText('No se pudo guardar la entradaSin tinta');
  await wire(page).restore(patch);
  await page.keyboard.press('Control+Enter');
  await expect(toasts(page)).toContainText('Entrada actualizada');
  await expect(rowOf(page, 'Balda')).toContainText('+6 uds.');
  await expect(rowOf(page, 'Balda')).toContainText('DevoluciónCliente contento');
  await expect(rowOf(page, 'Balda')).toContainText('21,00 $3,50 $ / ud.');
  expect((await stockroom.read(product)).currentStock).toBe(6);

  await edit.click();
  await field(form, 'Motivo').fill('El mío');
  await stockroom.shop.as(stockroom.shop.admin, {
    method: 'PATCH',
    path: `/api/entries/${entry.id}/`,
    body: { reason: 'El de otra persona' },
  });
  wire(page).expectRefusal(patch, 412);
  await save.click();
  const notice = form.getByRole('status').filter({ hasText: 'Alguien ha cambiado esta entrada mientras tanto' });
  await expect(notice).toContainText('Revisa los datos de ahora antes de guardar los tuyos.');
  await expect(field(form, 'Motivo')).toHaveValue('El mío');
  await notice.getByRole('button', { name: 'Ver los datos de ahora' }).click();
  await expect(field(form, 'Motivo')).toHaveValue('El de otra persona');

  // What has left the shop cannot be taken out of its entry any more.
  await stockroom.sell(product, 5);
  await quantity.fill('2');
  wire(page).expectRefusal(patch, 400);
  await save.click();
  await expect(quantity).toHaveAccessibleDescription(
    'No se puede dejar en 2 unidades: entraron 6 y solo queda 1 en stock',
  );
  await expect(quantity).toBeFocused();
  await page.keyboard.press('Escape');
  await discardChanges(page);
  await expect(form).toHaveCount(0);
});

test('deleting an entry asks, takes its stock out and can be taken back', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda' });
  const entry = await stockroom.entry(product, { quantity: 10 });
  const page = await stockroom.visit('/entrada-stock');
  await page.getByRole('button', { name: 'Eliminar la entrada de Balda' }).click();
  const question = page.getByRole('alertdialog', {
    name: '¿Estás seguro de que quieres eliminar esta entrada?',
  });
  await expect(question).toContainText('10 uds. de «Balda» saldrán del stock. El movimiento queda en el historial.');
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  const remove = `DELETE /api/entries/${entry.id}/` as const;
  await wire(page).answer(remove, { status: 500, body: { detail: 'Se ha atascado' } });
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(question.getByRole('alert')).toHaveText('Se ha atascado');
  await wire(page).restore(remove);
  const release = await wire(page).hold(remove);
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(question.getByRole('button', { name: 'Eliminando…' })).toBeVisible();
  await release();
  await expect(toasts(page)).toContainText('Entrada eliminada');
  await expect(toasts(page)).toContainText('Balda: −10 uds.');
  await expect(page.getByRole('heading', { name: 'No hay entradas' })).toBeVisible();
  expect((await stockroom.read(product)).currentStock).toBe(0);
  await toasts(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(toasts(page)).toContainText('Entrada recuperada');
  await expect(rowOf(page, 'Balda')).toContainText('+10 uds.');
  expect((await stockroom.read(product)).currentStock).toBe(10);

  const restore = `POST /api/entries/${entry.id}/restore/` as const;
  await page.getByRole('button', { name: 'Eliminar la entrada de Balda' }).click();
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(toasts(page)).toContainText('Entrada eliminada');
  await wire(page).answer(restore, { status: 500, body: { detail: 'Se ha perdido' } });
  await toasts(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(toasts(page)).toContainText('No se pudo recuperar la entrada');
  await expect(toasts(page)).toContainText('Se ha perdido');
  await stockroom.shop.as(stockroom.shop.admin, {
    method: 'POST',
    path: `/api/entries/${entry.id}/restore/`,
  });
  await expect(rowOf(page, 'Balda')).toBeVisible();

  // Half of it is sold: the whole of it cannot leave any more, and the reason is said.
  await stockroom.sell(product, 5);
  wire(page).expectRefusal(remove, 400);
  wire(page).expectRefusal(remove, 409);
  await page.getByRole('button', { name: 'Eliminar la entrada de Balda' }).click();
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(question.getByRole('alert')).toHaveText(
    'No se puede eliminar la entrada: entraron 10 unidades y solo quedan 5 en stock',
  );
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(rowOf(page, 'Balda')).toBeVisible();
});
