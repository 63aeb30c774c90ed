import type { Page } from '@playwright/test';
import { retry, scan } from './support/screen';
import type { Account, Shop } from './support/shop';
import { expect, test } from './support/test';
import { wire } from './support/wire';

let made = 0;

type Product = { idProduct: number; sku: string; name: string };

async function newProduct(shop: Shop, body: Record<string, unknown> = {}): Promise<Product> {
  made += 1;
  const sku = `DET-${process.pid}-${made}`;
  const product = { sku, name: `Lijadora ${sku}`, stock: 10, price: 20, minStock: 4, ...body };
  return shop.as<Product>(shop.admin, { method: 'POST', path: '/api/products/', body: product });
}

function addEntry(shop: Shop, account: Account, entry: Record<string, unknown>) {
  const body = { entryType: 'purchase', quantity: 6, ...entry };
  return shop.as(account, { method: 'POST', path: '/api/entries/', body });
}

function part(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true });
}

test('everything known about a product stands on its page, and follows what happens elsewhere', async ({
  shop,
  visit,
}) => {
  const { idProduct, name, sku } = await newProduct(shop, { category: 'Herramienta', tags: ['taller'] });
  const page = await visit(shop.admin, `/productos/${idProduct}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const stock = part(page, 'Stock');
  await expect(stock).toContainText('Stock actual10');
  await expect(stock).toContainText('Reservado0');
  await expect(stock).toContainText('Disponible10');
  await expect(part(page, 'Datos del producto')).toContainText(sku);
  await expect(part(page, 'Datos del producto').getByRole('link', { name: 'Herramienta' })).toHaveAttribute(
    'href',
    '/productos?categoria=Herramienta',
  );
  await expect(part(page, 'Entradas')).toContainText('Aún no se ha registrado ninguna entrada');

  await addEntry(shop, shop.admin, { productId: idProduct, reason: 'Pedido 44', unitCost: 12.5 });
  await expect(stock).toContainText('Stock actual16');
  const entries = part(page, 'Entradas');
  await expect(entries).toContainText('+6\u00a0uds.');
  await expect(entries).toContainText('Compra · Pedido 44');
  await expect(entries).toContainText('75,00\u00a0$');
  await expect(entries).toContainText('12,50\u00a0$ por unidad');
  await expect(page.getByRole('table', { name: 'Movimientos' })).toContainText('10 → 16');
  await expect(part(page, 'Evolución del stock').getByRole('img')).toHaveAccessibleName(/ahora hay 16 unidades\.$/);
  await expect(part(page, 'Registro de cambios')).toContainText('Stock: 10 → 16');

  await entries.getByRole('link', { name: /^\+6/ }).click();
  await expect(page).toHaveURL(/\/entrada-stock\?entrada=\d+/);
  await expect(page.getByRole('dialog')).toContainText(name);
});

test('long lists of entries are read a few at a time', async ({ shop, visit }) => {
  const { idProduct } = await newProduct(shop);
  for (const reason of ['uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis']) {
    await addEntry(shop, shop.admin, { productId: idProduct, reason });
  }
  const page = await visit(shop.admin, `/productos/${idProduct}`);
  const entries = part(page, 'Entradas');
  await expect(entries.getByRole('listitem')).toHaveCount(5);
  await expect(entries.getByRole('listitem').first()).toContainText('seis');
  await entries.getByRole('button', { name: 'Anteriores' }).click();
  await expect(entries.getByRole('listitem')).toHaveCount(1);
  await expect(entries.getByRole('listitem')).toContainText('uno');
  await entries.getByRole('button', { name: 'Posteriores' }).click();
  await expect(entries.getByRole('listitem')).toHaveCount(5);
});

test('another product begins with a page of its own', async ({ shop, visit }) => {
  const first = await newProduct(shop, { sku: `71${process.pid}0001` });
  const second = await newProduct(shop, { sku: `72${process.pid}0001` });
  for (const { idProduct: productId } of [first, second]) {
    for (let entry = 0; entry < 6; entry += 1) await addEntry(shop, shop.admin, { productId });
  }
  // The second one is known already, so that nothing is drawn between the two.
  const page = await visit(shop.admin, `/productos/${second.idProduct}`);
  const entries = part(page, 'Entradas');
  await expect(entries.getByRole('listitem')).toHaveCount(5);
  await scan(page, first.sku);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.name);
  await entries.getByRole('button', { name: 'Anteriores' }).click();
  await expect(entries.getByRole('listitem')).toHaveCount(1);
  await scan(page, second.sku);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(second.name);
  await expect(entries.getByRole('listitem')).toHaveCount(5);
});

test('each part fails and recovers on its own', async ({ shop, visit }) => {
  const { idProduct, name } = await newProduct(shop);
  const page = await visit(shop.admin, '/soporte', { clock: true });
  const failing = [
    {
      call: 'GET /api/movements/',
      region: 'Evolución del stock',
      title: 'No se pudo cargar la evolución del stock',
    },
    {
      call: 'GET /api/movements/',
      region: 'Movimientos',
      title: 'Error al obtener historial de movimientos',
    },
    { call: 'GET /api/entries/', region: 'Entradas', title: 'No se pudieron cargar las entradas' },
    {
      call: 'GET /api/audit/',
      region: 'Registro de cambios',
      title: 'No se pudo cargar el registro de cambios',
    },
  ] as const;
  for (const { call } of failing) {
    await wire(page).answer(call, { status: 503, body: { detail: 'En obras' } });
  }
  await page.goto(`/productos/${idProduct}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.clock.runFor(2_000);
  for (const { region, title } of failing) {
    await expect(part(page, region).getByRole('alert')).toContainText(title);
  }
  await expect(part(page, 'Stock')).toContainText('Stock actual10');
  for (const { call, region } of failing) {
    await wire(page).restore(call);
    await retry(part(page, region));
    await expect(part(page, region).getByRole('alert')).toHaveCount(0);
  }
  await expect(page.getByRole('table', { name: 'Movimientos' })).toContainText('Stock inicial');
});

test('the second of two people sees what changed and chooses', async ({ shop, visit }) => {
  const { idProduct, name } = await newProduct(shop);
  const page = await visit(shop.admin, `/productos/${idProduct}`);
  await page.getByRole('button', { name: 'Editar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar producto' });
  await dialog.getByLabel('Nombre').fill('Lo mío');
  await shop.as(shop.admin, {
    method: 'PATCH',
    path: `/api/products/${idProduct}/`,
    body: { name: 'Lo de otra persona', brand: 'Makita' },
  });
  // The page behind the dialog follows; what is being typed does not.
  await expect(page.getByText('Lo de otra persona').first()).toBeAttached();
  await expect(dialog.getByLabel('Nombre')).toHaveValue('Lo mío');
  wire(page).expectRefusal(`PATCH /api/products/${idProduct}/`, 412);
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
  const choice = dialog.getByRole('group', { name: 'Nombre' });
  await expect(choice).toContainText('Lo de otra persona');
  await choice.getByRole('radio', { name: /Lo guardado/ }).check({ force: true });
  await dialog.getByLabel('Precio').fill('25');
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lo de otra persona');
  await expect(part(page, 'Datos del producto')).toContainText('Makita');
  await expect(part(page, 'Datos del producto')).toContainText('25,00');
  expect(name).not.toBe('Lo de otra persona');
});

test('an address without a product says so, and who may only look is offered nothing to change', async ({
  shop,
  visit,
}) => {
  const { idProduct, name } = await newProduct(shop);
  const page = await visit(await shop.newAccount({ role: 'Consulta' }), `/productos/${idProduct}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(part(page, 'Movimientos')).toContainText('Stock inicial');
  await expect(part(page, 'Datos del producto')).toContainText('Sin categoría');
  await expect(part(page, 'Datos del producto')).toContainText('Sin marca');
  for (const action of ['Editar', 'Ajustar stock', /^Deshacer/]) {
    await expect(page.getByRole('main').getByRole('button', { name: action })).toHaveCount(0);
  }
  await expect(part(page, 'Registro de cambios')).toHaveCount(0);

  await wire(page).answer(`GET /api/products/${idProduct}/`, {
    status: 409,
    body: { detail: 'Se ha perdido' },
  });
  await page.reload();
  await expect(page.getByText('No se pudo cargar el producto')).toBeVisible();
  await expect(page.getByText('Se ha perdido')).toBeVisible();
  await wire(page).restore(`GET /api/products/${idProduct}/`);
  await retry(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);

  wire(page).expectRefusal('GET /api/products/99999999/', 404);
  await page.goto('/productos/99999999');
  await expect(page.getByText('No encontramos este producto')).toBeVisible();
  await page.getByRole('link', { name: 'Volver a Productos' }).click();
  await expect(page).toHaveURL('/productos');
});
