import { expectAccessible } from './support/axe';
import { scan, toasts } from './support/screen';
import { address, countOf, open } from './support/stocktake';
import { expect, test } from './support/test';
import { wire } from './support/wire';

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
  const refusals = page.getByRole('list', { name: 'Lo que no se ha podido anotar' });
  await expect(refusals).toContainText('4006381333931: ');
  // The next code takes no error away: it stays until it was read.
  await scan(page, '8412345678905');
  await expect(page.getByText('Balda: 5 uds.')).toBeVisible();
  await expect(refusals.getByRole('alert')).toHaveCount(1);
  await expectAccessible(page, 'a code that was refused', { within: ['main'] });
  await refusals.getByRole('button', { name: 'Entendido' }).click();
  await expect(refusals).toHaveCount(0);
});

test('what is counted without a connection survives a reload and is sent once', async ({ stockroom }) => {
  await stockroom.product({ name: 'Balda', sku: 'BAL-1', barcode: '8412345678905', currentStock: 3 });
  await stockroom.product({ name: 'Clavo', sku: 'CLA-1', currentStock: 77 });
  const page = await stockroom.visit(address);
  await open(page);
  await wire(page).drop('POST /api/stocktakes/1/scan/');
  await wire(page).drop('PUT /api/stocktakes/1/lines/2/');
  await scan(page, '8412345678905');
  await expect(page.getByRole('status').filter({ hasText: '1 recuento por enviar' })).toBeVisible();
  await countOf(page, 'Clavo').fill('70');
  await countOf(page, 'Clavo').press('Enter');
  await expect(page.getByText('Pendiente de enviar', { exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '2 recuentos por enviar' })).toBeVisible();

  await page.goto('/productos');
  await wire(page).restore('POST /api/stocktakes/1/scan/');
  await wire(page).restore('PUT /api/stocktakes/1/lines/2/');
  await page.reload();
  await expect(toasts(page)).toContainText('2 recuentos enviados');
  await page.goto(`${address}&recuento=1`);
  await expect(countOf(page, 'Balda')).toHaveValue('1');
  await expect(countOf(page, 'Clavo')).toHaveValue('70');
  await expect(page.getByText('por enviar')).toHaveCount(0);
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
  const [head, rows] = (await paper).split('SKU');
  expect(head).toMatch(/^Hoja de recuento #1Principal · Todos los productosImpresa el [\d/]+, [\d:]+$/);
  expect(rows).toBe('ProductoEsperadoContadoBAL-1Balda3CLA-1Clavo77');
  await expect(page.getByRole('button', { name: 'Imprimir hoja' })).toBeEnabled();
  await page.getByRole('button', { name: 'Contar a ciegas' }).click();
  await expect(page.getByRole('button', { name: 'Mostrar lo esperado' })).toBeVisible();
  paper = printed();
  await page.getByRole('button', { name: 'Imprimir hoja' }).click();
  expect(await paper).toMatch(/SKUProductoContadoBAL-1BaldaCLA-1Clavo$/);
  const read = 'GET /api/stocktakes/1/lines/';
  const prepared = await wire(page).hold(read);
  await page.getByRole('button', { name: 'Imprimir hoja' }).click();
  await expect(page.getByRole('button', { name: 'Preparando…' })).toBeVisible();
  await prepared();
  await expect(page.getByRole('button', { name: 'Imprimir hoja' })).toBeVisible();
  // Nobody prints more than eighty sheets: page after page of a hundred lines goes on for too long.
  const { results } = await stockroom.shop.as<{ results: object[] }>(stockroom.shop.admin, {
    method: 'GET',
    path: '/api/stocktakes/1/lines/',
  });
  const many = Array.from({ length: 100 }, () => results[0]);
  await wire(page).answer(read, { status: 200, body: { results: many, count: 10_000 } });
  await page.getByRole('button', { name: 'Imprimir hoja' }).click();
  await expect(toasts(page)).toContainText(
    'La hoja tendría más de 2.000 productos. Abre recuentos por categorías para imprimirlos.',
  );
  await wire(page).answer(read, { status: 500, body: { detail: 'Sin tinta' } });
  await page.getByRole('button', { name: 'Imprimir hoja' }).click();
  await expect(toasts(page)).toContainText('No se pudo preparar la hoja');
  await expect(toasts(page)).toContainText('Sin tinta');
});
