import { csvFile, table } from './support/files';
import { create, fieldOf, figure, newWord, openFile, review, runAndFinish } from './support/importing';
import { expect, test } from './support/test';

test('orders come by file, once, and go all the way back', async ({ shop, visit }) => {
  const word = newWord();
  await create(shop, { sku: `${word}-1`, name: 'Caña', currentStock: 9, price: 10 });
  await create(shop, { sku: `${word}-2`, name: 'Anzuelo', currentStock: 4, price: 2 });
  const head = ['Pedido', 'Fecha', 'Cliente', 'Estado', `Ref. ${word}`, 'Cantidad', 'Precio'];
  const rows = [
    [`${word}-A`, '03/11/2026', 'Ana Beltrán', 'Pendiente', `${word}-1`, 2, '9,50'],
    [`${word}-A`, '', '', '', `${word}-2`, 1, ''],
    [`${word}-B`, '04/11/2026', 'Pau Riera', 'Enviado', `${word}-2`, 3, '2'],
  ];
  const page = await visit(await shop.newAccount(), '/pedidos');
  await page.getByRole('link', { name: 'Importar pedidos' }).click();
  await expect(page).toHaveTitle('Importar pedidos · Estante');
  const trail = page.getByRole('navigation', { name: 'Migas de pan' });
  await expect(trail.getByRole('listitem')).toHaveText(['Inicio', 'Pedidos', 'Importar']);

  // A row that cannot be is named, and nothing comes of the file.
  const wrong = [`${word}-C`, '', 'Eva', 'Enviado', `${word}-1`, 99, ''];
  await openFile(page, csvFile(`${word}-mal.csv`, table(head, ...rows, wrong)));
  await expect(page).toHaveURL(/\/pedidos\/importar\/\d+$/);
  await expect(page.getByRole('radiogroup', { name: 'Celdas vacías' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Revisar' }).click();
  await expect(page.getByRole('alert')).toHaveText('Indica qué columna contiene el SKU');
  await fieldOf(page, `Ref. ${word}`).selectOption('SKU (obligatorio)');
  await review(page);
  await expect(figure(page, 'Errores')).toHaveText('1');
  await expect(page.getByRole('row').filter({ hasText: 'Falta stock' })).toContainText(
    `Falta stock de ${word}-1: faltan 90 unidades`,
  );

  await page.getByRole('link', { name: 'Subir el archivo corregido' }).click();
  await openFile(page, csvFile(`${word}.csv`, table(head, ...rows)));
  await review(page);
  await expect(figure(page, 'Crear')).toHaveText('2');
  await expect(figure(page, 'Errores')).toHaveText('0');
  // What has left can be history, which moves nothing; by its dates, of this year, it may be either.
  const stockOf = page.getByRole('radiogroup', { name: '1 pedido ya salió: qué hacer con su stock' });
  await stockOf.getByRole('radio', { name: 'Solo historial' }).click();
  await expect(page.getByText('no tocan el stock')).toBeVisible();
  await stockOf.getByRole('radio', { name: 'Descontar stock' }).click();
  await expect(page.getByText('sus unidades salen hoy del stock')).toBeVisible();
  await runAndFinish(page);
  await page.getByRole('link', { name: 'Ver pedidos' }).click();
  await page.getByRole('link', { name: `${word}-B` }).click();
  await expect(page.getByRole('main')).toContainText('Enviado');
  await expect(page.getByRole('main')).toContainText(`Importación`);

  // The same file again finds nothing to do; the first one can be taken back.
  await page.goto('/pedidos/importar');
  await openFile(page, csvFile(`${word}-2.csv`, table(head, ...rows)));
  await review(page);
  await expect(page.getByText('Todos los pedidos del archivo ya están aquí')).toBeVisible();
  await page.goto('/pedidos/importar');
  await page.getByRole('button', { name: `Deshacer la importación de ${word}.csv` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer importación' }).click();
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: `${word}.csv`, exact: true }) });
  await expect(row).toContainText('Deshecha');
  const stock = await shop.as<{ results: { currentStock: number; reserved: number }[] }>(shop.admin, {
    method: 'GET',
    path: `/api/products/?search=${word}&ordering=sku`,
  });
  expect(stock.results.map(({ currentStock }) => currentStock)).toEqual([9, 4]);
});
