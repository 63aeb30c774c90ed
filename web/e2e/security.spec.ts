import type { Page } from '@playwright/test';
import { newcomer } from './support/shop';
import { expect, test } from './support/test';
import { wire } from './support/wire';

// The wire fails a test on any dialog, any breach of the policy and any call to another host, so these tests
// only have to make sure that what was typed is there to be read.

const image = '<img src=x onerror=alert(1)>';
const script = '"><script>alert(2)</script>';

/** Nothing that was typed has become an element. */
async function expectNoMarkup(page: Page) {
  await expect(page.locator('img[src="x"], [onerror], [onload]')).toHaveCount(0);
  const scripts = await page
    .locator('script')
    .evaluateAll((found) =>
      found.filter((element) => !element.getAttribute('src')?.startsWith('/')).map((element) => element.outerHTML),
    );
  expect(scripts).toEqual([]);
}

test('markup in an account is text wherever the account is shown', async ({ shop, visit }) => {
  const number = newcomer().dni.slice(0, 8);
  const account = newcomer({
    username: `<svg&onload=alert(3)>${number}`,
    firstName: image,
    middleName: '<b>negrita</b>',
    lastName: script,
    secondLastName: '{{7*7}}',
    dni: `<i>${number}</i>`,
  });
  const admin = await visit(await shop.newAccount({ role: 'Administrador' }), '/soporte');
  await shop.setRegistration('approval');

  const page = await visit(null, '/register');
  for (const [label, value] of [
    ['Nombre', account.firstName],
    ['Segundo Nombre (opcional)', account.middleName],
    ['Apellido', account.lastName],
    ['Segundo Apellido (opcional)', account.secondLastName],
    ['Usuario', account.username],
    ['DNI', account.dni],
    ['Email', account.email],
    ['Contraseña', account.password],
    ['Confirmar Contraseña', account.password],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByRole('button', { name: 'Registrar Usuario' }).click();
  await expect(page.getByText('¡Usuario Registrado!')).toBeVisible();
  await shop.setRegistration('open');

  const name = `${account.firstName} ${account.middleName} ${account.lastName} ${account.secondLastName}`;
  await admin.getByRole('button', { name: 'Notificaciones, 1 sin leer' }).click();
  await expect(admin.getByRole('dialog')).toContainText(name);
  await admin.getByRole('dialog').getByRole('link', { name: 'Cuenta por aprobar' }).click();
  await admin.getByRole('searchbox').fill(account.email);
  const row = admin.getByRole('row').filter({ hasText: account.email });
  await expect(row).toContainText(name);
  await expect(row).toContainText(account.username);
  await row.getByRole('button', { name: 'Aprobar' }).click();
  await expect(admin.getByText(`La cuenta de ${name} está activa`)).toBeVisible();
  await row.getByRole('button', { name: 'Desactivar…' }).click();
  await expect(admin.getByRole('alertdialog')).toContainText(name);
  await expectNoMarkup(admin);

  const theirs = await visit(await shop.signIn(account), '/profile', { userAgent: image });
  const card = theirs.getByRole('region', { name: 'Información personal' });
  for (const text of [account.username, account.dni.toUpperCase(), name]) {
    await expect(card).toContainText(text);
  }
  await expect(theirs.getByRole('complementary')).toContainText(name);
  await theirs.getByRole('button', { name: 'Menú de usuario' }).click();
  await expect(theirs.getByRole('menu')).toContainText(account.username);
  await expectNoMarkup(theirs);
});

test('markup in the name of a browser is text in the list of sessions', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const odd = await visit(null, '/login', { userAgent: image.replaceAll(' ', '/') });
  await odd.getByLabel('Usuario', { exact: true }).fill(account.username);
  await odd.getByLabel('Contraseña', { exact: true }).fill(account.password);
  await odd.keyboard.press('Enter');
  await expect(odd).toHaveURL('/dashboard');

  const page = await visit(account, '/profile');
  const list = page.getByRole('region', { name: 'Sesiones abiertas' });
  await expect(list).toContainText('<img/src=x/onerror=alert(1)>');
  await list.getByRole('button', { name: /^Cerrar la sesión de <img/ }).click();
  await expect(page.getByRole('alertdialog')).toContainText('<img/src=x/onerror=alert(1)>');
  await expectNoMarkup(page);
});

test('markup in the profile form is text after saving', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/profile');
  await page.getByRole('button', { name: 'Editar Perfil' }).click();
  for (const label of ['Nombre', 'Segundo Nombre (opcional)', 'Apellido', 'Segundo Apellido (opcional)']) {
    await page.getByLabel(label, { exact: true }).fill(`${label} ${image}${script}`);
  }
  wire(page).expectRefusal('PUT /api/profile/', 400);
  await page.getByLabel('Email').fill('"><script>alert(4)</script>@ejemplo.es');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('El email no es válido');
  await page.getByLabel('Email').fill(newcomer().email);
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByText('Perfil actualizado exitosamente')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Información personal' })).toContainText(`Apellido ${image}${script}`);
  await expectNoMarkup(page);
});

test('markup typed into sign-in, recovery, password, search and address stays text', async ({ shop, visit }) => {
  const page = await visit(null, '/login');
  wire(page).expectRefusal('POST /api/auth/login/', 401);
  await page.getByLabel('Usuario', { exact: true }).fill(image);
  await page.getByLabel('Contraseña', { exact: true }).fill(script);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Credenciales inválidas');
  await wire(page).answer('POST /api/auth/login/', { status: 400, body: { detail: image } });
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(page.getByRole('alert')).toHaveText(`Error 400: ${image}`);
  await expectNoMarkup(page);

  await page.goto('/password-recovery');
  await wire(page).answer('POST /api/auth/password-recovery/', { status: 200, body: { detail: 'ok' } });
  await page.getByLabel('Email').fill('<img/src=x/onerror=alert(5)>@ejemplo.es');
  await page.keyboard.press('Enter');
  await expect(page.getByText('<img/src=x/onerror=alert(5)>@ejemplo.es')).toBeVisible();
  await expectNoMarkup(page);

  await page.goto(`/password-change#token=${encodeURIComponent(script)}`);
  wire(page).expectRefusal('POST /api/auth/password-reset/', 400);
  await page.getByLabel('Nueva contraseña', { exact: true }).fill(image);
  await page.getByLabel('Confirmar nueva contraseña').fill(image);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoMarkup(page);

  const nobody = '<img src=nadie onerror=alert(6)>';
  const signedIn = await visit(shop.admin, `/configuracion?seccion=${encodeURIComponent(script)}`);
  await expect(signedIn.getByRole('region', { name: 'Apariencia' })).toBeVisible();
  await signedIn.goto(`/configuracion?seccion=usuarios&buscar=${encodeURIComponent(nobody)}`);
  await expect(signedIn.getByText('Ningún usuario coincide con la búsqueda')).toBeVisible();
  await expect(signedIn.getByRole('searchbox')).toHaveValue(nobody);
  await signedIn.keyboard.press('Control+k');
  await signedIn.getByRole('combobox').fill(image);
  await expect(signedIn.getByText('Sin resultados.')).toBeVisible();
  await signedIn.goto('/soporte');
  await signedIn.getByRole('searchbox').fill(script);
  await expect(signedIn.getByText('Ninguna pregunta coincide')).toBeVisible();
  await expectNoMarkup(signedIn);
});

test('markup in the settings of the business is text for everybody', async ({ shop, visit }) => {
  const page = await visit(shop.admin, '/configuracion?seccion=negocio');
  await page.getByLabel('Nombre del negocio').fill(`La Balda ${image}`);
  await page.getByLabel('Lugar').fill(`Alcoy ${script}`);
  await page.getByLabel('Email de soporte').fill(`"${image}"@ejemplo.es`);
  wire(page).expectRefusal('PATCH /api/settings/', 400);
  await page.getByRole('button', { name: 'Guardar Cambios' }).click();
  await expect(page.getByLabel('Email de soporte')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Email de soporte').fill('');
  await page.getByRole('button', { name: 'Guardar Cambios' }).click();
  await expect(page.getByText('Cambios guardados')).toBeVisible();
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(`La Balda ${image}`);
  await expect(footer).toContainText(`Alcoy ${script}`);
  await expectNoMarkup(page);

  const stranger = await visit(null, '/login');
  await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoMarkup(stranger);
  await shop.as(shop.admin, {
    method: 'PATCH',
    path: '/api/settings/',
    body: { businessName: 'Estante', location: '' },
  });
});

test('a foreign way back is not followed after signing in', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(null, '/login');
  await page.evaluate(() => sessionStorage.setItem('returnPath', '//ejemplo.es/robar'));
  await page.getByLabel('Usuario', { exact: true }).fill(account.username);
  await page.getByLabel('Contraseña', { exact: true }).fill(account.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
});

test('every answer carries the policy, and nothing inline is allowed', async ({ visit }) => {
  const page = await visit(null, '/login');
  const answer = await page.goto('/login');
  const policy = (await answer?.headerValue('content-security-policy')) ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(await page.locator('[style]').count()).toBe(0);
});

test('markup in whatever a shop keeps is text on every screen that shows it', async ({ stockroom }) => {
  const product = await stockroom.product({
    sku: '<b>SKU</b>',
    name: image,
    description: script,
    category: '<u>Pintura</u>',
    brand: '<i>Marca</i>',
    tags: ['<em>oferta</em>'],
    currentStock: 4,
    minStock: 9,
  });
  await stockroom.entry(product, { reason: '<q>Pedido</q>', notes: script });
  const order = await stockroom.order([[product, 1]], { customerName: script, notes: image });
  await stockroom.location('<s>Norte</s>');
  for (const [path, body] of [
    ['/api/tickets/', { subject: image, message: script }],
    ['/api/channels/', { name: '<s>Tienda</s>', source: 'shopify' }],
    ['/api/subscriptions/', { name: image, url: 'https://example.com/', events: ['stock.changed'] }],
  ] as const) {
    await stockroom.shop.as(stockroom.shop.admin, { method: 'POST', path, body });
  }
  const page = await stockroom.visit('/productos');
  await expect(page.getByRole('row').filter({ hasText: '<b>SKU</b>' })).toContainText(image);
  await expectNoMarkup(page);
  for (const [path, text] of [
    [`/productos/${product.idProduct}`, '<em>oferta</em>'],
    ['/inventario', '<b>SKU</b>'],
    ['/inventario?tab=movimientos', image],
    ['/entrada-stock', '<q>Pedido</q>'],
    ['/pedidos', script],
    [`/pedidos/${order.id}`, image],
    ['/configuracion?seccion=etiquetas', '<u>Pintura</u>'],
    ['/configuracion?seccion=registro', image],
    ['/configuracion?seccion=almacenes', '<s>Norte</s>'],
    ['/configuracion?seccion=integraciones', '<s>Tienda</s>'],
    ['/alertas-stock', image],
    ['/prevision-stock', image],
    ['/soporte/tickets', image],
    ['/dashboard', image],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(text);
    await expectNoMarkup(page);
  }
});
