import type { Page } from '@playwright/test';
import { retry } from './support/screen';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const read = 'GET /api/settings/';
const save = 'PATCH /api/settings/';
const address = '/configuracion?seccion=negocio';
const saveLabel = 'Guardar Cambios';

function saveButton(page: Page) {
  return page.getByRole('button', { name: saveLabel });
}

function businessName(page: Page) {
  return page.getByLabel('Nombre del negocio');
}

test.afterEach(async ({ shop }) => {
  const body = { businessName: 'Estante', location: '', supportEmail: '', registration: 'open' };
  await shop.as(shop.admin, { method: 'PATCH', path: '/api/settings/', body });
});

test('saves what changed, and everybody sees it without reloading', async ({ shop, visit }) => {
  const other = await visit(await shop.newAccount(), '/soporte');
  const page = await visit(shop.admin, address);
  await expect(saveButton(page)).toBeDisabled();
  await businessName(page).fill('Ferretería La Balda');
  await expect(saveButton(page)).toBeEnabled();
  await businessName(page).fill('Estante');
  await expect(saveButton(page)).toBeDisabled();

  await businessName(page).fill('Ferretería La Balda');
  await page.getByLabel('Lugar').fill('Alcoy');
  await page.getByLabel('Email de soporte').fill('ayuda@labalda.es');
  await page.getByLabel('Quién puede registrarse').selectOption('Con aprobación de un administrador');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await saveButton(page).click();
  expect(Object.keys((await sent).postDataJSON() as object).sort()).toEqual([
    'businessName',
    'location',
    'registration',
    'supportEmail',
  ]);
  await expect(page.getByText('Cambios guardados')).toBeVisible();
  await expect(saveButton(page)).toBeDisabled();

  for (const seen of [page, other]) {
    const footer = seen.getByRole('contentinfo');
    await expect(footer).toContainText('Ferretería La Balda');
    await expect(footer).toContainText('Alcoy');
    await expect(footer.getByRole('link', { name: 'ayuda@labalda.es' })).toHaveAttribute(
      'href',
      'mailto:ayuda@labalda.es',
    );
  }
  await expect(other.getByRole('main').getByRole('link', { name: 'ayuda@labalda.es' })).toHaveAttribute(
    'href',
    /^mailto:ayuda@labalda\.es/,
  );
});

test('«Deshacer cambios» goes back to what is saved', async ({ shop, visit }) => {
  const page = await visit(shop.admin, address);
  await businessName(page).fill('Otro');
  await page.getByRole('button', { name: 'Deshacer cambios' }).click();
  await expect(businessName(page)).toHaveValue('Estante');
  await expect(saveButton(page)).toBeDisabled();
});

test('what is wrong stands at its field, before and after asking the server', async ({ shop, visit }) => {
  const page = await visit(shop.admin, address);
  await businessName(page).fill('');
  await saveButton(page).click();
  await expect(businessName(page)).toHaveAccessibleDescription('Este dato es requerido');
  await businessName(page).fill('Estante');
  await page.getByLabel('Email de soporte').fill('sin-arroba');
  wire(page).expectRefusal(save, 400);
  await saveButton(page).click();
  await expect(page.getByLabel('Email de soporte')).toHaveAccessibleDescription(/no es válid/);
  await expect(page.getByLabel('Email de soporte')).toBeFocused();
});

test('what suppliers read of the business is kept', async ({ newShop, visit }) => {
  const shop = await newShop();
  const page = await visit(shop.admin, address, { shop });
  const card = page.getByRole('region', { name: 'Datos para las compras' });
  const recovered = card.getByRole('checkbox', { name: 'El IVA de las compras se recupera' });
  await card.getByLabel(/^NIF/).fill('B12345678');
  await card.getByLabel(/^Dirección/).fill('Calle Mayor 1\n28013 Madrid');
  await expect(recovered).toBeChecked();
  await recovered.uncheck();
  await saveButton(page).click();
  await expect(saveButton(page)).toBeDisabled();
  await page.reload();
  await expect(card.getByLabel(/^NIF/)).toHaveValue('B12345678');
  await expect(card.getByLabel(/^Dirección/)).toHaveValue('Calle Mayor 1\n28013 Madrid');
  await expect(recovered).not.toBeChecked();
});

test('a save that fails keeps what was typed', async ({ shop, visit }) => {
  const page = await visit(shop.admin, address, { clock: true });
  await businessName(page).fill('Ferretería La Balda');
  const box = page.getByRole('main').getByRole('alert');
  await wire(page).answer(save, { status: 500, body: { detail: 'Error interno del servidor' } });
  await saveButton(page).click();
  await expect(box).toHaveText('No se pudieron guardar los cambios. Error interno del servidor');
  await wire(page).drop(save);
  await saveButton(page).click();
  await expect(box).toContainText('No se puede conectar con el servidor.');
  await wire(page).silence(save);
  const asked = page.waitForRequest((request) => request.method() === 'PATCH');
  await saveButton(page).click();
  await asked;
  await expect(page.getByRole('button', { name: 'Guardando…' })).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(box).toContainText('El servidor no responde.');
  await expect(businessName(page)).toHaveValue('Ferretería La Balda');
});

test('what somebody else saved first is not overwritten', async ({ shop, visit }) => {
  const page = await visit(shop.admin, address);
  await businessName(page).fill('Lo mío');
  await shop.as(shop.admin, {
    method: 'PATCH',
    path: '/api/settings/',
    body: { businessName: 'Lo de otra persona' },
  });
  wire(page).expectRefusal(save, 412);
  await saveButton(page).click();
  await expect(page.getByText('Otra persona ha cambiado estos datos mientras los editabas.')).toBeVisible();
  await expect(businessName(page)).toHaveValue('Lo mío');
  await page.getByRole('button', { name: 'Cargar los datos de ahora' }).click();
  await expect(businessName(page)).toHaveValue('Lo de otra persona');
  await businessName(page).fill('De acuerdo');
  await saveButton(page).click();
  await expect(page.getByText('Cambios guardados')).toBeVisible();
});

test('leaving with changes asks first', async ({ shop, visit }) => {
  const page = await visit(shop.admin, '/configuracion');
  const sections = page.getByRole('navigation', { name: 'Secciones de la configuración' });
  await sections.getByRole('link', { name: 'Negocio' }).click();
  await businessName(page).fill('Otro');
  const question = page.getByRole('alertdialog', { name: '¿Salir sin guardar?' });

  await page.getByRole('contentinfo').getByRole('link', { name: 'Soporte' }).click();
  await expect(question.getByRole('button', { name: 'Seguir editando' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(businessName(page)).toHaveValue('Otro');

  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(page).toHaveURL(address);
  await expect(businessName(page)).toHaveValue('Otro');

  await sections.getByRole('link', { name: 'Preferencias' }).click();
  await question.getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect(page.getByRole('region', { name: 'Apariencia' })).toBeVisible();
});

test('settings that cannot be read are asked for again', async ({ shop, visit }) => {
  const page = await visit(shop.admin, '/configuracion', { clock: true });
  await wire(page).answer(read, { status: 503, body: { detail: 'En obras' } });
  await page.getByRole('link', { name: 'Negocio' }).click();
  const failed = page.getByRole('alert').filter({ hasText: 'No se pudieron cargar los datos del negocio' });
  await expect(page.getByRole('status', { name: 'Cargando los datos del negocio…' }).or(failed)).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(failed).toBeVisible();
  await wire(page).restore(read);
  await retry(failed);
  await expect(businessName(page)).toHaveValue('Estante');
});

test('a part whose program is still on its way says so', async ({ shop, visit }) => {
  const page = await visit(shop.admin, '/configuracion');
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.context().route(/\/assets\/ledger-section-/, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto('/configuracion?seccion=comprobacion');
  await expect(page.getByRole('status', { name: 'Cargando…' })).toBeVisible();
  arrive();
  await expect(page.getByRole('heading', { name: 'Comprobación de movimientos' })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Cargando…' })).toHaveCount(0);
});

test('who may not manage the business does not see how', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), address);
  await expect(page.getByRole('region', { name: 'Apariencia' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Negocio' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Usuarios' })).toHaveCount(0);
  await expect(saveButton(page)).toHaveCount(0);
});

test('preferences are kept in this browser', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/configuracion');
  await page.getByRole('radio', { name: 'Compacta' }).click();
  await page.getByLabel('Página de inicio').selectOption('Inventario');
  await page.getByLabel('Filas por página').selectOption('50');
  await page.goto('/');
  await expect(page).toHaveURL('/inventario');
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
  await page.goto('/configuracion');
  await expect(page.getByLabel('Filas por página')).toHaveValue('50');
  await page.getByRole('link', { name: /^Perfil de usuario/ }).click();
  await expect(page).toHaveURL('/profile');
});
