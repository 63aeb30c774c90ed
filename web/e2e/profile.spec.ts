import type { Page } from '@playwright/test';
import { retry } from './support/screen';
import { signInByHand } from './support/sign-in';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const read = 'GET /api/profile/';
const save = 'PUT /api/profile/';

function personal(page: Page) {
  return page.getByRole('region', { name: 'Información personal' });
}

async function edit(page: Page) {
  await page.getByRole('button', { name: 'Editar Perfil' }).click();
  await expect(page.getByLabel('Nombre', { exact: true })).toBeFocused();
}

function saveButton(page: Page) {
  return page.getByRole('button', { name: 'Guardar', exact: true });
}

test('shows the person and the account', async ({ shop, visit }) => {
  const account = await shop.newAccount({ role: 'Vendedor' });
  const page = await visit(account, '/profile');
  await expect(page).toHaveTitle('Mi Perfil · Estante');
  await expect(personal(page)).toContainText(account.email);
  await expect(personal(page)).toContainText(account.username);
  await expect(personal(page)).toContainText(account.dni);
  const card = page.getByRole('region', { name: 'Información de la cuenta' });
  await expect(card).toContainText(/Fecha de registro\d{2}\/\d{2}\/\d{4}/);
  await expect(card).toContainText(/Último acceso\d{2}\/\d{2}\/\d{4}, \d{2}:\d{2}/);
  await expect(card).toContainText('Activo');
  await expect(card.getByRole('listitem')).toHaveText(['Vendedor']);
});

test('says «Nunca» and «Inactivo» when the server does', async ({ shop, visit }) => {
  const { user, ...account } = await shop.newAccount();
  const page = await visit(null, '/login');
  await wire(page).answer(read, { status: 200, body: { ...user, lastLogin: null, isActive: false } });
  await signInByHand(page, account);
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Mi Perfil' }).click();
  const card = page.getByRole('region', { name: 'Información de la cuenta' });
  await expect(card).toContainText('Nunca');
  await expect(card).toContainText('Inactivo');
});

test('saves, says so for three seconds, and the shell knows the new name', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/profile', { clock: true });
  await edit(page);
  await page.getByLabel('Nombre', { exact: true }).fill('Mònica');
  await page.getByLabel('Segundo Apellido').fill('Ruiz');
  const release = await wire(page).hold(save);
  await saveButton(page).click();
  await expect(page.getByRole('button', { name: 'Guardando...' })).toBeVisible();
  await release();

  const banner = page.getByText('Perfil actualizado exitosamente');
  await expect(banner).toBeVisible();
  await expect(page.getByRole('button', { name: 'Editar Perfil' })).toBeFocused();
  await expect(personal(page)).toContainText('Mònica Peña Ruiz');
  await expect(page.getByRole('complementary')).toContainText('Mònica Peña Ruiz');
  await page.clock.fastForward(3_000);
  await expect(banner).toHaveCount(0);
});

test('«Cancelar» restores what there was', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/profile');
  await edit(page);
  await page.getByLabel('Nombre', { exact: true }).fill('Otra');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(personal(page)).toContainText('Núria Peña');
  await edit(page);
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Núria');
});

test('what is required is said at its field', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/profile');
  await edit(page);
  await page.getByLabel('Nombre', { exact: true }).fill(' ');
  await page.getByLabel('Apellido', { exact: true }).fill('');
  await page.getByLabel('Email').fill('nuria');
  await saveButton(page).click();
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveAccessibleDescription('El nombre es requerido');
  await expect(page.getByLabel('Apellido', { exact: true })).toHaveAccessibleDescription('El apellido es requerido');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('El email no es válido');
});

test('an address that somebody else has stands at its field', async ({ shop, visit }) => {
  const other = await shop.newAccount();
  const page = await visit(await shop.newAccount(), '/profile');
  await edit(page);
  await page.getByLabel('Email').fill(other.email);
  wire(page).expectRefusal(save, 400);
  await saveButton(page).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Ya existe una cuenta con este email');
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('a save that fails keeps what was typed and says why', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/profile', { clock: true });
  await edit(page);
  await page.getByLabel('Nombre', { exact: true }).fill('Mònica');
  const answers = [
    { status: 400, body: { detail: 'No se entiende' }, text: 'Datos de perfil inválidos: No se entiende' },
    {
      status: 404,
      body: {},
      text: 'Perfil no encontrado. Verifica que el endpoint esté disponible.',
    },
    { status: 500, body: {}, text: 'Error interno del servidor.' },
    { status: 503, body: { detail: 'En obras' }, text: 'Error al actualizar perfil: En obras' },
    { status: 502, body: '', text: 'Error al actualizar perfil: Error desconocido' },
  ];
  for (const { status, body, text } of answers) {
    await wire(page).answer(save, { status, body });
    await saveButton(page).click();
    await expect(personal(page).getByRole('alert')).toHaveText(text);
    await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Mònica');
  }
  const unreachable = 'No se puede conectar con el servidor. Verifica la URL del backend.';
  await wire(page).drop(save);
  await saveButton(page).click();
  await expect(personal(page).getByRole('alert')).toHaveText(unreachable);
  await wire(page).silence(save);
  const asked = page.waitForRequest((request) => request.method() === 'PUT');
  await saveButton(page).click();
  await asked;
  await page.clock.fastForward(10_000);
  await expect(personal(page).getByRole('alert')).toHaveText(unreachable);

  await wire(page).restore(save);
  await saveButton(page).click();
  await expect(page.getByText('Perfil actualizado exitosamente')).toBeVisible();
});

test('what changed elsewhere is shown beside what was typed, and nothing is lost', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(account, '/profile');
  await edit(page);
  await page.getByLabel('Nombre', { exact: true }).fill('Mònica');
  const { firstName, lastName, email } = account;
  await shop.as(account, {
    method: 'PUT',
    path: '/api/profile/',
    body: { firstName: `${firstName} Isabel`, lastName, email, middleName: '', secondLastName: 'Vidal' },
  });

  wire(page).expectRefusal(save, 412);
  await saveButton(page).click();
  await expect(page.getByText('Tu perfil ha cambiado mientras lo editabas')).toBeVisible();
  await page.getByRole('button', { name: 'Cargar valores actuales' }).click();
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Mònica');
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveAccessibleDescription('Valor actual: Núria Isabel');
  await expect(page.getByLabel('Segundo Apellido')).toHaveValue('Vidal');
  await saveButton(page).click();
  await expect(personal(page)).toContainText('Mònica Peña Vidal');
});

test('leaving with something typed asks first', async ({ shop, visit }) => {
  const page = await visit(await shop.newAccount(), '/profile');
  await edit(page);
  await page.getByLabel('Nombre', { exact: true }).fill('Mònica');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Soporte' }).click();
  const question = page.getByRole('alertdialog', { name: '¿Descartar los cambios?' });
  await expect(question.getByRole('button', { name: 'Seguir editando' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/profile');
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Mònica');

  await page.getByRole('contentinfo').getByRole('link', { name: 'Soporte' }).click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect(page).toHaveURL('/soporte');
});

test('a profile that cannot be read is asked for again', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(account, '/soporte', { clock: true });
  const toProfile = page.getByRole('contentinfo').getByRole('link', { name: 'Mi Perfil' });
  const release = await wire(page).hold(read);
  await toProfile.click();
  await expect(page.getByRole('status', { name: 'Cargando perfil…' }).first()).toBeVisible();
  await release();
  await expect(personal(page)).toContainText(account.email);

  await wire(page).answer(read, { status: 500, body: {} });
  await page.reload();
  const failed = page.getByRole('alert').filter({ hasText: 'Error al cargar el perfil' });
  // A lost answer is asked for once more by itself, a moment later.
  await page.clock.runFor(2_000);
  await expect(failed).toContainText(
    'No se pudo cargar el perfil del usuario. Verifica tu conexión e intenta nuevamente.',
  );
  await expect(failed.getByRole('button', { name: 'Recargar página' })).toBeVisible();
  await expect(page.getByText('placeholder')).toHaveCount(0);

  await wire(page).answer(read, { status: 404, body: {} });
  await retry(failed);
  await expect(failed).toContainText('Perfil no encontrado.');

  await wire(page).restore(read);
  await retry(failed);
  await expect(personal(page)).toContainText(account.email);
});
