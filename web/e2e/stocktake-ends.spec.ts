import { expectAccessibleInEveryLook } from './support/axe';
import { retry, rowOf, toasts } from './support/screen';
import { address, countOf, open, progress } from './support/stocktake';
import { expect, test } from './support/test';
import { wire } from './support/wire';

test('what is left of a difference when its product is gone', async ({ stockroom }) => {
  const shelf = await stockroom.product({ name: 'Balda', currentStock: 10 });
  await stockroom.products(2, { currentStock: 1 });
  const page = await stockroom.visit('/inventario');
  const release = await wire(page).hold('GET /api/stocktakes/');
  await page.getByRole('link', { name: 'Recuentos' }).click();
  await expect(page.getByRole('status', { name: 'Cargando recuentos…' })).toBeVisible();
  await release();
  await open(page);
  await countOf(page, 'Balda').fill('1');
  await page.keyboard.press('Enter');
  await expect(progress(page, 'Diferencias')).toContainText('1');
  await page.getByRole('button', { name: 'Registrar diferencias' }).click();
  const question = page.getByRole('dialog', { name: '¿Registrar las diferencias del recuento #1?' });
  await expect(question).toContainText('Se registrará 1 diferencia como movimiento de stock.');
  await expect(question).toContainText('2 productos están sin contar y se quedarán como están.');
  await expectAccessibleInEveryLook(page, 'differences to be posted', { within: ['[role=dialog]'] });
  await stockroom.shop.as(stockroom.shop.admin, {
    method: 'DELETE',
    path: `/api/products/${shelf.idProduct}/`,
  });
  await question.getByRole('button', { name: 'Registrar', exact: true }).click();
  await expect(toasts(page)).toContainText('1 producto eliminado mientras tanto: su diferencia no se ha registrado.');
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
  await expect(page.getByRole('status', { name: 'Cargando recuento…' }).or(failed)).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(failed).toContainText('Cajón atascado');
  await wire(page).restore('GET /api/stocktakes/1/');
  await retry(failed);
  await expect(page.getByRole('heading', { name: 'Recuento #1 Cancelado' })).toBeVisible();

  await wire(page).answer('GET /api/stocktakes/', { status: 500, body: { detail: 'Lista perdida' } });
  await page.getByRole('link', { name: 'Volver a los recuentos' }).click();
  await page.clock.runFor(2_000);
  const banner = page.getByRole('alert').filter({ hasText: 'Error al cargar datos' });
  await expect(banner).toContainText('Lista perdida');
  await wire(page).restore('GET /api/stocktakes/');
  await retry(banner);
  await expect(rowOf(page, 'Recuento #1')).toContainText('Cancelado');
});
