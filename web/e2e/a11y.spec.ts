import { expectAccessible, expectAccessibleInEveryLook } from './support/axe';
import { chooseFile, csvFile, table } from './support/files';
import { publicPaths, settled } from './support/screens';
import { newcomer } from './support/shop';
import { expect, test } from './support/test';
import { wire } from './support/wire';

// Many looks at many screens, one after the other.
test.setTimeout(180_000);

// What lies around them is looked at with every address.
const content = { within: ['main'] };
const dialog = { within: ['[role=dialog]'] };
const question = { within: ['[role=alertdialog]'] };
const menu = { within: ['[role=menu]'] };

for (const path of publicPaths) {
  test(`${path} is accessible in every look`, async ({ demoShop, visit }) => {
    const page = await visit(null, path, { shop: demoShop });
    await settled(page);
    await expectAccessibleInEveryLook(page, path);
  });
}

/** What opens over the screens of the demo shop, by the button that leads to it and the entry of its menu. */
type Opened = [name: string, button: string | RegExp, entry?: string];
const overlays: [path: string, ...opened: Opened[]][] = [
  ['/dashboard', ['the history', 'Ver todo']],
  [
    '/productos?porPagina=10',
    ['an adjustment', /^Ajustar stock de/],
    ['a copy', /^Más acciones/, 'Duplicar'],
    ['the question before deleting a product', /^Más acciones/, 'Eliminar…'],
  ],
  ['/inventario?porPagina=10', ['stock that leaves', 'Salida']],
  ['/inventario?tab=recuentos', ['a new stocktake', 'Nuevo recuento']],
  ['/pedidos/3', ['an order being edited', 'Editar'], ['articles that come back', /^(Devolver|Anular) artículos/]],
  ['/prevision-stock?porPagina=10', ['a report', 'Generar Reporte']],
  [
    '/alertas-stock?porPagina=10',
    ['a note', /nota/],
    ['the question before resolving', /[Rr]esolver|resuelta/],
    ['an alert put off', /^Más acciones/, 'Posponer'],
  ],
  [
    '/entrada-stock?porPagina=10',
    ['a new entry', 'Nueva Entrada'],
    ['an entry', /^Ver/],
    ['an entry being edited', /^Editar/],
    ['the question before deleting an entry', /^Eliminar/],
  ],
  [
    '/configuracion?seccion=usuarios',
    ['an invitation', 'Invitar'],
    ['the question before an account is closed', 'Desactivar…'],
  ],
  ['/configuracion?seccion=almacenes', ['a new name for a location', /^Renombrar/]],
  ['/configuracion?seccion=copias', ['the question before deleting a backup', /^Más acciones/, 'Eliminar…']],
  ['/configuracion?seccion=integraciones', ['a new shop', 'Conectar tienda'], ['a new webhook', 'Añadir webhook']],
  [
    '/configuracion?seccion=integraciones&tienda=1',
    ['the question before a new secret', /^Más acciones/, 'Cambiar el secreto'],
  ],
  ['/soporte', ['a new ticket', 'Contactar']],
];

for (const [path, ...opened] of overlays) {
  test(`what opens over ${path} is accessible`, async ({ demoShop, visit }) => {
    const page = await visit(demoShop.admin, path, { shop: demoShop });
    await settled(page);
    const overlay = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    for (const [name, button, entry] of opened) {
      await page.getByRole('button', { name: button }).first().click();
      if (entry) await page.getByRole('menuitem', { name: entry }).click();
      await expect(overlay).toBeVisible();
      await expectAccessibleInEveryLook(page, name, { within: ['[role=dialog],[role=alertdialog]'] });
      await page.keyboard.press('Escape');
      await expect(overlay).toHaveCount(0);
    }
  });
}

test('the filters of a phone are accessible', async ({ demoShop, visit }) => {
  const viewport = { width: 390, height: 844 };
  const page = await visit(demoShop.admin, '/productos?porPagina=10', { shop: demoShop, viewport });
  await page.getByRole('button', { name: 'Filtros' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'the filters', dialog);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, 'the filters, dark', dialog);
});

test('forms that were refused are accessible', async ({ visit }) => {
  const page = await visit(null, '/login');
  await wire(page).answer('POST /api/auth/login/', { status: 500, body: {} });
  await page.getByLabel('Usuario', { exact: true }).fill('nuria');
  await page.getByLabel('Contraseña', { exact: true }).fill('secreta');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'a refused sign-in');

  await page.goto('/register');
  const account = newcomer({ email: 'mal', password: 'corta' });
  for (const [label, value] of [
    ['Nombre', account.firstName],
    ['Apellido', account.lastName],
    ['Usuario', account.username],
    ['DNI', account.dni],
    ['Email', account.email],
    ['Contraseña', account.password],
    ['Confirmar Contraseña', 'distinta'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByRole('button', { name: 'Registrar Usuario' }).click();
  await expect(page.getByText('El email no es válido')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'a refused registration');

  await page.goto('/password-change#token=inventado');
  await page.getByRole('button', { name: 'Cambiar Contraseña' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'an empty new password');

  await page.goto('/password-recovery');
  await page.getByLabel('Email').fill('nuria@ejemplo.es');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '¡Correo Enviado!' })).toBeVisible();
  await expectAccessibleInEveryLook(page, 'a sent recovery');
});

test('the profile is accessible while editing, refused, asked and failed', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  await shop.signIn(account);
  const page = await visit(account, '/profile', { clock: true });
  await page.getByRole('button', { name: 'Editar Perfil' }).click();
  await page.getByLabel('Email').fill('mal');
  await wire(page).answer('PUT /api/profile/', { status: 500, body: {} });
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByText('El email no es válido')).toBeVisible();
  await page.getByLabel('Email').fill('nuria@ejemplo.es');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'a profile that was not saved', content);

  await page.getByRole('button', { name: 'Cerrar las demás' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'the question before ending sessions', question);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancelar' }).click();

  await wire(page).answer('GET /api/profile/', { status: 404, body: {} });
  await page.reload();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'a profile that cannot be read', content);
});

test('menus, the palette, the help and the bell are accessible when open', async ({ shop, visit }) => {
  const account = await shop.newAccount({ role: 'Administrador' });
  await shop.setRegistration('approval');
  await shop.register(newcomer());
  await shop.setRegistration('open');
  const page = await visit(account, '/soporte');
  await settled(page);

  await page.getByRole('button', { name: 'Menú de usuario' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'the user menu', menu);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Notificaciones/ }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
  await expectAccessibleInEveryLook(page, 'the bell', dialog);
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessibleInEveryLook(page, 'the palette', dialog);
  await page.keyboard.type('zzzz');
  await expectAccessible(page, 'the palette without results');
  await page.keyboard.press('Escape');

  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'the shortcuts', dialog);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Más' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, 'the menu of a phone');
});

test('the settings are accessible when they were refused, changed elsewhere or not saved', async ({ shop, visit }) => {
  const page = await visit(shop.admin, '/configuracion?seccion=negocio');
  await page.getByLabel('Nombre del negocio').fill('');
  await page.getByRole('button', { name: 'Guardar Cambios' }).click();
  await expect(page.getByText('Este dato es requerido')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'an empty name', content);
  await page.getByLabel('Nombre del negocio').fill('Otro');
  await wire(page).answer('PATCH /api/settings/', { status: 412, body: { detail: 'Ha cambiado' } });
  await page.getByRole('button', { name: 'Guardar Cambios' }).click();
  await expect(page.getByText('Otra persona ha cambiado estos datos')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'settings changed elsewhere', content);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Soporte' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'the question before leaving', question);
});

test('the account list is accessible with a toast and with nothing found', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(shop.admin, `/configuracion?seccion=usuarios&buscar=${account.username}`);
  await page.getByLabel('Rol de Núria Peña').selectOption('Vendedor');
  await expect(page.getByText('Núria Peña es ahora Vendedor')).toBeVisible();
  await expectAccessible(page, 'a toast');
  await page.goto('/configuracion?seccion=usuarios&buscar=nadie-se-llama-asi');
  await expect(page.getByText('Ningún usuario coincide con la búsqueda')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'no account found', content);
});

test('the parts of the settings are accessible when something is refused, asked or wrong', async ({ shop, visit }) => {
  const page = await visit(shop.admin, '/configuracion?seccion=almacenes');
  await page.getByRole('button', { name: 'Añadir almacén' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Añadir almacén' }).click();
  await expect(page.getByText('El nombre del almacén es requerido')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'a location without a name', dialog);

  const label = { id: 7, name: 'Bosh', products: 3 };
  await wire(page).answer('GET /api/products/brands/', { status: 200, body: [label] });
  const detail = 'Ya existe la marca «Bosch».';
  await wire(page).answer('PATCH /api/products/brands/7/', { status: 409, body: { detail } });
  await page.goto('/configuracion?seccion=etiquetas&tipo=marcas');
  await page.getByRole('button', { name: 'Renombrar Bosh' }).click();
  await page.getByRole('dialog').getByLabel('Nombre').fill('Bosch');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alertdialog')).toContainText(detail);
  await expectAccessibleInEveryLook(page, 'the question before joining two names', question);

  const finding = { productId: 7, productSku: 'TAL-7', movementId: 31, message: 'La huella no coincide' };
  const check = { state: 'done', askedBy: '', askedAt: null, startedAt: null, endedAt: null, seconds: null };
  const figures = { products: 1, movements: 31, movementsTotal: 31, problems: 1, findings: [finding] };
  await wire(page).answer('GET /api/ledger-check/', { status: 200, body: { ...check, ...figures } });
  await page.goto('/configuracion?seccion=comprobacion');
  await expect(page.getByText('La huella no coincide')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'a wrong row of the ledger', content);
});

test('the page of a product is accessible where its parts fail', async ({ demoShop, visit }) => {
  const { results } = await demoShop.as<{ results: { idProduct: number }[] }>(demoShop.admin, {
    method: 'GET',
    path: '/api/products/?limit=1&ordering=name',
  });
  const path = `/productos/${results[0]?.idProduct}`;
  const page = await visit(demoShop.admin, path, { shop: demoShop });
  await wire(page).answer('GET /api/entries/', { status: 404, body: {} });
  await wire(page).answer('GET /api/movements/', { status: 404, body: {} });
  await page.reload();
  await expect(page.getByText('No se pudieron cargar las entradas')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'a product without its movements', content);
});

test('without a connection the shell is accessible', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/soporte');
  await settled(page);
  wire(page).expectSilence();
  await page.context().setOffline(true);
  await expect(page.getByRole('main')).toContainText(/Datos de las .*, sin conexión/);
  await expectAccessibleInEveryLook(page, 'offline');
});

test('an import is accessible at every step', async ({ demoShop, visit }) => {
  const page = await visit(demoShop.admin, '/productos/importar', { shop: demoShop });
  const choose = page.getByRole('button', { name: 'Elegir archivo' });
  wire(page).expectRefusal('POST /api/imports/', 400);
  await chooseFile(page, choose, csvFile('factura.csv', '%PDF-1.7'));
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'a file that was refused', content);

  const header = ['SKU', 'Nombre', 'Stock', 'Pasillo'];
  await chooseFile(page, choose, csvFile('mal.csv', table(header, ['AX-1', 'Uno', 'muchos', 'A'])));
  await page.getByRole('button', { name: 'Revisar' }).waitFor();
  await expectAccessibleInEveryLook(page, 'the columns of a file', content);
  await page.getByRole('button', { name: 'Revisar' }).click();
  await expect(page.getByText('Hay 1 fila con errores')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'a file with errors', content);

  await page.getByRole('link', { name: 'Subir el archivo corregido' }).click();
  await chooseFile(page, choose, csvFile('bien.csv', table(header, ['AX-1', 'Uno', 3, 'A'])));
  await page.getByRole('button', { name: 'Revisar' }).click();
  await page.getByRole('button', { name: 'Importar 1 producto' }).click();
  await expect(page.getByRole('heading', { name: 'Importación terminada' })).toBeVisible();
  await expectAccessibleInEveryLook(page, 'an import that ended', content);
  const imported = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Deshacer importación' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'the question before undoing an import', question);

  const call = `GET /api${imported.replace('/productos/importar', '/imports')}/` as const;
  const known = await demoShop.as<object>(demoShop.admin, { method: 'GET', path: call.slice(4) });
  await wire(page).answer(call, { status: 200, body: { ...known, status: 'applying', done: 2, total: 8 } });
  await page.goto(imported);
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  await expectAccessibleInEveryLook(page, 'an import at work', content);
});

test('the formats of an export and a refused picture are accessible', async ({ demoShop, visit }) => {
  const page = await visit(demoShop.admin, '/productos', { shop: demoShop });
  await page.getByRole('button', { name: 'Otros formatos de exportación' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'the formats of an export', menu);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Nuevo Producto' }).click();
  const picture = { ...csvFile('dibujo.svg', '<svg/>'), mimeType: 'image/svg+xml' };
  await chooseFile(page, page.getByRole('button', { name: 'Elegir imagen' }), picture);
  await expect(page.getByText('El archivo no es una imagen')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'a refused picture', dialog);
});

test('an order is accessible from its form to its shipment', async ({ stockroom }) => {
  const product = await stockroom.product({ name: 'Balda', sku: 'BAL-1', currentStock: 2, price: 12 });
  const page = await stockroom.visit('/pedidos');
  await expect(page.getByRole('heading', { name: 'No hay pedidos' })).toBeVisible();
  await expectAccessibleInEveryLook(page, 'no orders', content);
  await page.getByRole('button', { name: 'Nuevo Pedido' }).first().click();
  await page.getByText('Direcciones').click();
  await page.getByRole('button', { name: 'Crear pedido' }).click();
  await expect(page.getByText('El nombre del cliente es requerido')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'a refused order', dialog);

  const order = await stockroom.order([[product, 5]], { notes: 'Frágil' });
  await page.goto(`/pedidos/${order.id}`);
  await settled(page);
  await expectAccessibleInEveryLook(page, 'an order that lacks stock', content);
  await stockroom.moveOrder(order, 'processing');
  await page.getByRole('button', { name: 'Enviar pedido' }).click();
  wire(page).expectRefusal(`PATCH /api/pedidos/${order.id}/`, 400);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByRole('alertdialog').getByRole('alert')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'a refused shipment', question);

  wire(page).expectRefusal('GET /api/pedidos/999999/', 404);
  await page.goto('/pedidos/999999');
  await expect(page.getByRole('heading', { name: 'No encontramos este pedido' })).toBeVisible();
  await expectAccessibleInEveryLook(page, 'an order that is not there', content);
});
