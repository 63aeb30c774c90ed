import type { Locator, Page } from '@playwright/test';
import { expectGuarded, expectOptions, field, rowOf, toasts } from './support/screen';
import { address, countOf, open, progress } from './support/stocktake';
import { expect, test } from './support/test';
import { wire } from './support/wire';

function lines(page: Page): Locator {
  return page.getByRole('region', { name: 'Productos del recuento' });
}

test('a stocktake is opened, counted, reviewed and posted while a sale goes on', async ({ stockroom }) => {
  const shelf = await stockroom.product({ name: 'Balda', category: 'Madera', currentStock: 10 });
  const nail = await stockroom.product({ name: 'Clavo', category: 'Madera', currentStock: 5 });
  const disc = await stockroom.product({ name: 'Disco', category: 'Madera', currentStock: 2 });
  await stockroom.product({ name: 'Esmeril', category: 'Metal', currentStock: 9 });
  const page = await stockroom.visit(address);
  await expect(page.getByRole('heading', { name: 'No hay recuentos' })).toBeVisible();
  await expect(
    page.getByText('Abre uno para contar todo un almacén o una sola categoría, con el móvil o con una hoja impresa.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Nuevo recuento' }).click();
  const form = page.getByRole('dialog', { name: 'Nuevo recuento' });
  await expect(form).toContainText(
    'Se anota cuánto se espera de cada producto ahora; puedes seguir vendiendo mientras cuentas.',
  );
  await expect(form).toContainText('Quien cuenta no ve cuántas unidades se esperan.');
  await expectOptions(field(form, 'Categoría'), ['Todos los productos', 'Madera', 'Metal']);
  await field(form, 'Categoría').selectOption('Madera');
  await field(form, 'Notas').fill('Pasillo 3');
  await expectGuarded(page, () => page.keyboard.press('Escape'), field(form, 'Notas'));
  await wire(page).answer('POST /api/stocktakes/', { status: 500, body: { detail: 'Sin papel' } });
  await form.getByRole('button', { name: 'Abrir recuento' }).click();
  await expect(form.getByRole('alert')).toHaveText('No se pudo abrir el recuentoSin papel');
  await wire(page).restore('POST /api/stocktakes/');
  const opened = await wire(page).hold('POST /api/stocktakes/');
  const listed = await wire(page).hold('GET /api/stocktakes/1/lines/');
  await page.keyboard.press('Control+Enter');
  await expect(form.getByRole('button', { name: 'Abriendo…' })).toBeVisible();
  await opened();
  await expect(page.getByRole('status', { name: 'Cargando productos…' })).toBeVisible();
  await listed();
  await expect(page.getByRole('heading', { name: 'Recuento #1 Abierto' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText('Principal · Madera');
  await expect(main).toContainText(/Abierto por Carmen Ibáñez el \d\d\/\d\d\/\d{4}, \d\d:\d\d/);
  await expect(main).toContainText('Pasillo 3');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Producto',
    'Categoría',
    'Esperado',
    'Contado',
    'Diferencia',
    'Contado por',
  ]);
  await expect(progress(page, 'Contados')).toContainText('0 de 3');
  await expect(page.getByRole('button', { name: 'Registrar diferencias' })).toBeDisabled();

  await countOf(page, 'Balda').fill('ocho');
  await page.keyboard.press('Enter');
  await expect(countOf(page, 'Balda')).toHaveAccessibleDescription('Escribe un número entero');
  await countOf(page, 'Balda').fill('8');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Balda')).toContainText('−2');
  await expect(rowOf(page, 'Balda')).toContainText('Carmen Ibáñez');
  await expect(countOf(page, 'Clavo')).toBeFocused();
  await page.getByRole('button', { name: 'Una más de Clavo' }).click();
  await expect(countOf(page, 'Clavo')).toHaveValue('1');
  await page.getByRole('button', { name: 'Una menos de Clavo' }).click();
  await expect(countOf(page, 'Clavo')).toHaveValue('0');
  await countOf(page, 'Clavo').fill('7');
  await countOf(page, 'Clavo').blur();
  await expect(rowOf(page, 'Clavo')).toContainText('+2');
  await expect(progress(page, 'Contados')).toContainText('2 de 3');
  await expect(progress(page, 'Sin contar')).toContainText('1');
  await expect(progress(page, 'Diferencias')).toContainText('2');

  const show = page.getByRole('radiogroup', { name: 'Qué productos' });
  await show.getByRole('radio', { name: 'Sin contar' }).check();
  await expect(lines(page).getByRole('row')).toHaveCount(2);
  await expect(rowOf(page, 'Disco')).toBeVisible();
  await show.getByRole('radio', { name: 'Diferencias' }).check();
  await expect(rowOf(page, 'Disco')).toHaveCount(0);
  await expect(rowOf(page, 'Balda')).toBeVisible();
  await expect(page).toHaveURL(/lineas=diferencias/);
  await show.getByRole('radio', { name: 'Todos' }).check();
  const search = page.getByRole('searchbox', { name: 'Buscar en el recuento' });
  await expect(search).toHaveAttribute('placeholder', 'Buscar por nombre, SKU o código…');
  await search.fill('cla');
  await expect(lines(page).getByRole('row')).toHaveCount(2);
  await search.fill('nada');
  await expect(page.getByRole('heading', { name: 'Ningún producto coincide' })).toBeVisible();
  await expect(page.getByText('Prueba con otro nombre o muestra todos los productos del recuento.')).toBeVisible();
  await page.getByRole('button', { name: 'Limpiar Todo' }).click();

  // Three are sold between the count and the end of it: the difference is posted on top of that.
  await stockroom.sell(shelf, 3);
  await page.getByRole('button', { name: 'Registrar diferencias' }).click();
  const question = page.getByRole('dialog', { name: '¿Registrar las diferencias del recuento #1?' });
  await expect(question).toContainText('Se registrarán 2 diferencias como movimientos de stock.');
  await expect(question).toContainText('1 producto está sin contar y se quedará como está.');
  const release = await wire(page).hold('POST /api/stocktakes/1/post/');
  await question.getByRole('button', { name: 'Registrar', exact: true }).click();
  await expect(question.getByRole('button', { name: 'Registrando…' })).toBeVisible();
  await release();
  await expect(toasts(page)).toContainText('Recuento registrado');
  await expect(toasts(page)).toContainText('2 movimientos');
  await expect(main).toContainText('Registrado por Carmen Ibáñez el');
  await expect(page.getByRole('button', { name: 'Registrar diferencias' })).toHaveCount(0);
  await expect(countOf(page, 'Balda')).toHaveCount(0);
  await expect(rowOf(page, 'Disco')).toContainText('Sin contar');
  for (const [product, stock] of [
    [shelf, 5],
    [nail, 7],
    [disc, 2],
  ] as const) {
    expect((await stockroom.read(product)).currentStock).toBe(stock);
  }

  await page.getByRole('link', { name: 'Volver a los recuentos' }).click();
  await expect(
    page.getByText('Cuenta lo que hay de verdad y registra las diferencias en un paso, sin parar de vender.'),
  ).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['Recuento', 'Estado', 'Contados', 'Diferencias', 'Abierto']);
  await expect(rowOf(page, 'Recuento #1')).toContainText('Recuento #1MaderaRegistrado2 de 32');
  await page.goto('/inventario?tab=movimientos');
  await expect(rowOf(page, 'Balda').filter({ hasText: 'Recuento' })).toContainText('−2');
  await page.getByRole('link', { name: 'Recuento', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Recuento #1 Registrado' })).toBeVisible();
});

test('a blind stocktake hides what is expected until somebody wants to see it', async ({ stockroom }) => {
  await stockroom.product({ name: 'Balda', currentStock: 10 });
  const page = await stockroom.visit(address);
  await open(page, { blind: true });
  await expect(page.getByRole('heading', { name: 'Recuento #1 Abierto A ciegas' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['Producto', 'Categoría', 'Contado', 'Contado por']);
  await expect(progress(page, 'Diferencias')).toContainText('Ocultas');
  await expect(page.getByRole('radio', { name: 'Diferencias' })).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('Principal · Todos los productos');
  await countOf(page, 'Balda').fill('10');
  await page.keyboard.press('Enter');
  await expect(progress(page, 'Contados')).toContainText('1 de 1');
  const question = page.getByRole('dialog', { name: '¿Registrar las diferencias del recuento #1?' });
  await page.getByRole('button', { name: 'Registrar diferencias' }).click();
  await expect(question).toContainText(
    'Las diferencias entre lo contado y lo esperado pasarán al stock. Lo que se ha vendido mientras tanto se respeta.',
  );
  await question.getByRole('button', { name: 'Cancelar' }).click();

  const patch = 'PATCH /api/stocktakes/1/';
  await wire(page).answer(patch, { status: 500, body: { detail: 'Ojos cerrados' } });
  await page.getByRole('button', { name: 'Mostrar lo esperado' }).click();
  await expect(toasts(page)).toContainText('No se pudo cambiar el recuento');
  await expect(toasts(page)).toContainText('Ojos cerrados');
  await wire(page).restore(patch);
  await page.getByRole('button', { name: 'Mostrar lo esperado' }).click();
  await expect(page.getByRole('columnheader', { name: 'Esperado' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Contar a ciegas' })).toBeVisible();
  const show = page.getByRole('radiogroup', { name: 'Qué productos' });
  await show.getByRole('radio', { name: 'Sin contar' }).check();
  await expect(page.getByRole('heading', { name: 'Todo está contado' })).toBeVisible();
  await expect(page.getByText('No queda ningún producto sin contar.')).toBeVisible();
  await show.getByRole('radio', { name: 'Diferencias' }).check();
  await expect(page.getByRole('heading', { name: 'Sin diferencias' })).toBeVisible();
  await expect(page.getByText('Lo contado hasta ahora coincide con lo esperado.')).toBeVisible();
  await page.getByRole('button', { name: 'Registrar diferencias' }).click();
  await expect(question).toContainText('Lo contado coincide con lo esperado: el stock no cambiará.');
  await question.getByRole('button', { name: 'Registrar', exact: true }).click();
  await expect(toasts(page)).toContainText('El stock no ha cambiado.');
});
