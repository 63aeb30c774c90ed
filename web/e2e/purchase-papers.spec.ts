import { phone } from './support/axe';
import { Buying } from './support/buying';
import { chooseFile, downloadBy, pngFile } from './support/files';
import { field, toasts } from './support/screen';
import type { Stockroom } from './support/stockroom';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const pdf = {
  name: 'albaran-77.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\nstartxref\n0\n%%EOF\n'),
};

/** A purchase that is on its way. */
async function sent(stockroom: Stockroom): Promise<number> {
  const { shop } = stockroom;
  const product = await stockroom.product({ name: 'Balda', sku: 'BAL-1' });
  const supplier = await new Buying(stockroom).supplier('Maderas Sanz');
  const lines = [{ productId: product.idProduct, quantity: 4, packPrice: 8.5 }];
  const made = await shop.as<{ id: number }>(shop.admin, {
    method: 'POST',
    path: '/api/purchases/',
    body: { supplierId: supplier.id, lines },
  });
  await shop.as(shop.admin, { method: 'POST', path: `/api/purchases/${made.id}/send/`, body: { by: 'hand' } });
  return made.id;
}

test('the document for the supplier is had as a file, and a failure is said', async ({ stockroom }) => {
  const id = await sent(stockroom);
  const page = await stockroom.visit(`/compras/${id}`);
  const button = page.getByRole('button', { name: 'Descargar el PDF' });
  const { name, content } = await downloadBy(page, button);
  expect(name).toMatch(/^PC-\d{4}-0001\.pdf$/);
  expect(content.subarray(0, 5).toString()).toBe('%PDF-');
  const call = `GET /api/purchases/${id}/pdf/` as const;
  await wire(page).answer(call, { status: 503, body: { detail: 'Ahora mismo no se puede' } });
  await button.click();
  await expect(page.getByRole('alert')).toContainText('No se pudo descargar el PDF');
  await expect(page.getByRole('alert')).toContainText('Ahora mismo no se puede');
  await wire(page).restore(call);
  await downloadBy(page, button);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('papers are kept with what is received, looked at later and taken away', async ({ stockroom }) => {
  const id = await sent(stockroom);
  const page = await stockroom.visit(`/compras/${id}/recibir`, { viewport: phone.size });
  const main = page.getByRole('main');
  const add = main.getByRole('button', { name: 'Añadir archivo' });
  await page.getByRole('button', { name: 'Una más de Balda' }).click();
  await chooseFile(page, add, { name: 'pagina.html', mimeType: 'text/html', buffer: Buffer.from('<p>') });
  await expect(main.getByRole('alert')).toContainText('pagina.html: Debe ser una imagen o un PDF');
  await chooseFile(page, add, pngFile('albaran.png', 8));
  await chooseFile(page, add, pdf);
  await chooseFile(page, add, { ...pdf, name: 'roto.pdf', buffer: Buffer.from('%PDF-1.4 nada') });
  await main.getByRole('button', { name: 'Quitar albaran.png' }).click();
  await chooseFile(page, add, pngFile('foto.png', 8));
  await field(main, 'Nº de albarán').fill('77');
  // What is broken is found out when it is looked into; the goods are in all the same.
  wire(page).expectAnyRefusal(400);
  await page.getByRole('button', { name: 'Registrar recepción' }).click();
  await expect(toasts(page)).toContainText('Un archivo no se ha guardado');
  await expect(toasts(page)).toContainText('roto.pdf');
  await expect(main).toContainText('Albarán 77');
  const files = main.getByRole('list', { name: 'Archivos de la recepción' });
  await expect(files.getByRole('listitem')).toHaveCount(2);
  const had = await downloadBy(page, files.getByRole('button', { name: `Descargar ${pdf.name}` }));
  expect(had.content.equals(pdf.buffer)).toBe(true);

  await chooseFile(page, add, pngFile('otra.png', 8));
  await expect(files.getByRole('listitem')).toHaveCount(3);
  await files.getByRole('button', { name: 'Quitar otra.png' }).click();
  const question = page.getByRole('alertdialog', { name: '¿Quitar «otra.png» de la recepción?' });
  await question.getByRole('button', { name: 'Quitar' }).click();
  await expect(files.getByRole('listitem')).toHaveCount(2);
});

test('who sells adds a paper and takes none away, and gets no document with prices', async ({ stockroom }) => {
  const id = await sent(stockroom);
  const seller = await stockroom.shop.newAccount({ role: 'Vendedor' });
  const page = await stockroom.visit(`/compras/${id}/recibir`, { as: seller });
  const main = page.getByRole('main');
  await page.getByRole('button', { name: 'Ha llegado todo' }).click();
  await chooseFile(page, main.getByRole('button', { name: 'Añadir archivo' }), pdf);
  await page.getByRole('button', { name: 'Registrar recepción' }).click();
  await expect(main.getByRole('button', { name: `Descargar ${pdf.name}` })).toBeVisible();
  await expect(main.getByRole('button', { name: `Quitar ${pdf.name}` })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Descargar el PDF' })).toHaveCount(0);
});
