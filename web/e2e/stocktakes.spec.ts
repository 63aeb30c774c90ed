import type { Locator, Page } from '@playwright/test';
import { expectGuarded, expectOptions, field, figure, rowOf, scan, toasts } from './support/screen';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const address = '/inventario?tab=recuentos';

function lines(page: Page): Locator {
  return page.getByRole('region', { name: 'Productos del recuento' });
}

function countOf(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name: `Contado de ${name}` });
}

/** How far the stocktake is. */
function progress(page: Page, label: string): Locator {
  return figure(page.getByRole('main'), label);
}

async function open(page: Page, options: { category?: string; blind?: boolean } = {}) {
  await page.getByRole('button', { name: 'Nuevo recuento' }).click();
  const form = page.getByRole('dialog', { name: 'Nuevo recuento' });
  if (options.category) await field(form, 'Categoría').selectOption(options.category);
  if (options.blind) await form.getByRole('switch', { name: 'A ciegas' }).click();
  await form.getByRole('button', { name: 'Abrir recuento' }).click();
  await expect(page.getByRole('heading', { name: /^Recuento #\d+/ })).toBeVisible();
}

test('a stocktake is opened, counted, reviewed and posted while a sale goes on', async ({ stockroom }) => {
  const shelf = await stockroom.product({ name: 'Balda', category: 'Madera', currentStock: 10 });
  const nail = await stockroom.product({ name: 'Clavo', category: 'Madera', currentStock: 5 });
  const disc = await stockroom.product({ name: 'Disco', category: 'Madera', currentStock: 2 });
  await stockroom.product({ name: 'Esmeril', category: 'Metal', currentStock: 9 });
  const page = await stockroom.visit(address);
  await expect(page.getByRole('heading', { name: 'No hay recuentos' })).toBeVisible();
  await expect(
    page.getByText(
      'Abre uno para contar todo un almacén o una sola categoría, con el móvil o con una hoja impresa.',
    ),
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
  await page.keyboard.press('Control+Enter');
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
  await expect(search).toHaveAttribute('placeholder', 'Buscar por nombre, SKU o código...');
  await search.fill('cla');
  await expect(lines(page).getByRole('row')).toHaveCount(2);
  await search.fill('nada');
  await expect(page.getByRole('heading', { name: 'Ningún producto coincide' })).toBeVisible();
  await expect(
    page.getByText('Prueba con otro nombre o muestra todos los productos del recuento.'),
  ).toBeVisible();
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

  await page.getByRole('link', { name: 'Todos los recuentos' }).click();
  await expect(
    page.getByText('Cuenta lo que hay de verdad y registra las diferencias en un paso, sin parar de vender.'),
  ).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Recuento',
    'Estado',
    'Contados',
    'Diferencias',
    'Abierto',
  ]);
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
  await expect(page.getByRole('columnheader')).toHaveText([
    'Producto',
    'Categoría',
    'Contado',
    'Contado por',
  ]);
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

test('codes are read on the phone, wherever the cursor is', async ({ stockroom }) => {
  await stockroom.product({ name: 'Balda', sku: 'BAL-1', barcode: '8412345678905', currentStock: 3 });
  const page = await stockroom.visit(address, { viewport: { width: 390, height: 844 } });
  await open(page);
  const code = page.getByLabel('Lee un código o escribe un SKU');
  await expect(code).toHaveAttribute('placeholder', 'Código de barras o SKU');
  const add = page.getByRole('button', { name: 'Sumar' });
  await expect(add).toBeDisabled();
  await code.fill('bal-1');
  await page.getByLabel('Unidades').fill('0');
  await add.click();
  await expect(code).toHaveAccessibleDescription('La cantidad debe ser mayor a 0');
  await page.getByLabel('Unidades').fill('2');
  await add.click();
  await expect(page.getByText('Balda: 2 uds.')).toBeVisible();
  await expect(code).toBeFocused();
  await scan(page, '8412345678905');
  await expect(page.getByText('Balda: 3 uds.')).toBeVisible();
  await page.getByRole('heading', { name: /^Recuento/ }).click();
  await scan(page, '8412345678905');
  await expect(page.getByText('Balda: 4 uds.')).toBeVisible();
  await expect(countOf(page, 'Balda')).toHaveValue('4');
  const line = page.getByRole('list', { name: 'Productos del recuento' }).getByRole('listitem');
  await expect(line).toContainText('Se esperan 3 uds.');
  await expect(line).toContainText('+1');
  wire(page).expectRefusal('POST /api/stocktakes/1/scan/', 400);
  wire(page).expectRefusal('POST /api/stocktakes/1/scan/', 404);
  await scan(page, '4006381333931');
  await expect(code).toHaveAccessibleDescription(/^4006381333931: /);
});

test('the sheet is printed, with what is expected or without', async ({ stockroom }) => {
  await stockroom.product({ name: 'Balda', sku: 'BAL-1', currentStock: 3 });
  await stockroom.product({ name: 'Clavo', sku: 'CLA-1', currentStock: 77 });
  const page = await stockroom.visit(address, { clock: true });
  await open(page);
  await page.emulateMedia({ media: 'print' });
  /** What is on the paper at the moment of printing. */
  const printed = () =>
    page.evaluate(
      () =>
        new Promise<string>((done) => {
          window.print = () => {
            const shown = [...document.body.children].filter((part) => part.checkVisibility());
            done(shown.map(({ textContent }) => textContent).join(''));
          };
        }),
    );
  let paper = printed();
  await page.getByRole('button', { name: 'Imprimir hoja' }).click();
  expect(await paper).toMatch(
    /^Hoja de recuento #1Principal · Todos los productosImpresa el [\d/]+, [\d:]+SKUProductoEsperadoContadoBAL-1Balda3CLA-1Clavo77$/,
  );
  await expect(page.getByRole('button', { name: 'Imprimir hoja' })).toBeEnabled();
  await page.getByRole('button', { name: 'Contar a ciegas' }).click();
  await expect(page.getByRole('button', { name: 'Mostrar lo esperado' })).toBeVisible();
  paper = printed();
  await page.getByRole('button', { name: 'Imprimir hoja' }).click();
  expect(await paper).toMatch(/SKUProductoContadoBAL-1BaldaCLA-1Clavo$/);
  await wire(page).answer('GET /api/stocktakes/1/lines/', { status: 500, body: { detail: 'Sin tinta' } });
  await page.getByRole('button', { name: 'Imprimir hoja' }).click();
  await expect(toasts(page)).toContainText('No se pudo preparar la hoja');
  await expect(toasts(page)).toContainText('Sin tinta');
});

test('a stocktake can be given up, and one that is not there says so', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda', currentStock: 10 });
  const page = await stockroom.visit(address, { clock: true });
  await open(page);
  await countOf(page, 'Balda').fill('1');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancelar recuento' }).click();
  const question = page.getByRole('alertdialog', { name: '¿Cancelar el recuento #1?' });
  await expect(question).toContainText('Lo contado no se registrará y el stock no cambiará.');
  await expect(question.getByRole('button', { name: 'Seguir contando' })).toBeFocused();
  const cancel = 'POST /api/stocktakes/1/cancel/';
  await wire(page).answer(cancel, { status: 500, body: { detail: 'Aún no' } });
  await question.getByRole('button', { name: 'Cancelar recuento' }).click();
  await expect(question.getByRole('alert')).toHaveText('Aún no');
  await wire(page).restore(cancel);
  const release = await wire(page).hold(cancel);
  await question.getByRole('button', { name: 'Cancelar recuento' }).click();
  await expect(question.getByRole('button', { name: 'Cancelando…' })).toBeVisible();
  await release();
  await expect(toasts(page)).toContainText('Recuento cancelado');
  await expect(page.getByRole('heading', { name: 'Recuento #1 Cancelado' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Cancelado por Carmen Ibáñez el');
  expect((await stockroom.read(product)).currentStock).toBe(10);

  wire(page).expectRefusal('GET /api/stocktakes/99/', 404);
  await page.goto(`${address}&recuento=99`);
  const failed = page.getByRole('alert').filter({ hasText: 'No se pudo cargar el recuento' });
  await expect(failed).toContainText('Este recuento no existe.');
  await wire(page).answer('GET /api/stocktakes/1/', { status: 500, body: { detail: 'Cajón atascado' } });
  await page.goto(`${address}&recuento=1`);
  await expect(page.getByRole('status', { name: 'Cargando recuento...' }).or(failed)).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(failed).toContainText('Cajón atascado');
  await wire(page).restore('GET /api/stocktakes/1/');
  await failed.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('heading', { name: 'Recuento #1 Cancelado' })).toBeVisible();

  await wire(page).answer('GET /api/stocktakes/', { status: 500, body: { detail: 'Lista perdida' } });
  await page.getByRole('link', { name: 'Todos los recuentos' }).click();
  await page.clock.runFor(2_000);
  const banner = page.getByRole('alert').filter({ hasText: 'Error al cargar datos' });
  await expect(banner).toContainText('Lista perdida');
  await wire(page).restore('GET /api/stocktakes/');
  await banner.getByRole('button', { name: 'Reintentar' }).click();
  await expect(rowOf(page, 'Recuento #1')).toContainText('Cancelado');
});
