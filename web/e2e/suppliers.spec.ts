import { rowOf, toasts } from './support/screen';
import { expect, test } from './support/test';

test('a supplier that was written twice becomes one', async ({ stockroom }) => {
  const { shop } = stockroom;
  const nail = await stockroom.product({ name: 'Clavo de acero', sku: 'CLA-1' });
  const add = (name: string) =>
    shop.as<{ id: number }>(shop.admin, { method: 'POST', path: '/api/suppliers/', body: { name } });
  const kept = await add('Ferretería Norte');
  const twin = await add('Ferreteria del Norte S.L.');
  const path = `/api/suppliers/${twin.id}/products/`;
  const sold = { productId: nail.idProduct, supplierSku: 'N-100', packUnits: 12, packPrice: 3.6 };
  await shop.as(shop.admin, { method: 'POST', path, body: sold });

  const page = await stockroom.visit(`/proveedores/${twin.id}`);
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Unir a otro…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Unir/ });
  await dialog.getByLabel('Proveedor que queda').fill('ferr');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.getByRole('option', { name: 'Ferretería Norte' }).click();
  await dialog.getByRole('button', { name: 'Unir' }).click();
  await expect(toasts(page)).toContainText('Proveedores unidos');
  await expect(page).toHaveURL(`/proveedores/${kept.id}`);
  await expect(rowOf(page, 'CLA-1')).toContainText('N-100');
  await page.goto(`/proveedores/${twin.id}`);
  await expect(page.getByRole('main')).toContainText('Este proveedor se unió a otro');
});
