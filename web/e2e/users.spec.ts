import type { Page } from '@playwright/test';
import { expectAccessibleInEveryLook } from './support/axe';
import { retry } from './support/screen';
import { settled } from './support/screens';
import { type Account, type NewAccount, newcomer } from './support/shop';
import { choosePassword, signInByHand } from './support/sign-in';
import { expect, test } from './support/test';
import { expectSignedOut, wire } from './support/wire';

const address = '/configuracion?seccion=usuarios';

function rowOf(page: Page, account: NewAccount) {
  return page.getByRole('row').filter({ hasText: account.username });
}

function listFor(account: NewAccount) {
  return `${address}&buscar=${account.username}`;
}

/** The last call on a user that fails must be told from a list that fails. */
function changeOf({ user }: Account) {
  return `PATCH /api/users/${user.idUser}/` as const;
}

test('an account that waits is approved and can come in', async ({ shop, visit }) => {
  const account = newcomer();
  await shop.setRegistration('approval');
  await shop.register(account);
  await shop.setRegistration('open');

  const page = await visit(shop.admin, listFor(account));
  const row = rowOf(page, account);
  await expect(row).toContainText('Pendiente');
  await expect(row).toContainText('Nunca');
  await row.getByRole('button', { name: 'Aprobar' }).click();
  await expect(page.getByText('La cuenta de Núria Peña está activa')).toBeVisible();
  await expect(row).toContainText('Activo');

  const newPage = await visit(null, '/login');
  await signInByHand(newPage, account);
  await expect(newPage).toHaveURL('/dashboard');
});

test('somebody invited chooses a password and comes in, and can be sent another link', async ({ shop, visit }) => {
  const account = newcomer();
  const page = await visit(shop.admin, address);
  await page.getByRole('button', { name: 'Invitar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitar a una persona' });
  await expect(dialog).toContainText('El enlace quedará en Configuración, Correo');
  await dialog.getByRole('button', { name: 'Invitar' }).click();
  await expect(dialog).toContainText('El apellido es requerido');
  await expectAccessibleInEveryLook(page, 'an invitation that was refused', { within: ['[role=dialog]'] });
  await dialog.getByLabel('Nombre').fill(account.firstName);
  await dialog.getByLabel('Apellido').fill(account.lastName);
  await dialog.getByLabel('Usuario').fill(shop.admin.username);
  await dialog.getByLabel('DNI').fill(account.dni);
  await dialog.getByLabel('Email').fill(account.email);
  await dialog.getByLabel('Rol').selectOption('Vendedor');
  wire(page).expectRefusal('POST /api/users/', 409);
  await dialog.getByRole('button', { name: 'Invitar' }).click();
  await expect(dialog.getByLabel('Usuario')).toHaveAccessibleDescription('El usuario ya existe');
  await dialog.getByLabel('Usuario').fill(account.username);
  await dialog.getByRole('button', { name: 'Invitar' }).click();
  const toasts = page.getByRole('region', { name: 'Avisos', exact: true });
  await expect(toasts).toContainText('Núria Peña ya tiene cuenta');

  const theirs = await visit(null, (await shop.recoveryLink(account.email)).replace(shop.address, ''));
  await choosePassword(theirs, account.password);
  await expect(theirs.getByRole('heading', { name: '¡Contraseña Cambiada!' })).toBeVisible();
  await theirs.getByRole('link', { name: 'Ir al Dashboard' }).click();
  await signInByHand(theirs, account);
  await expect(theirs.getByRole('complementary')).toContainText('Vendedor');

  await page.getByRole('searchbox').fill(account.username);
  await rowOf(page, account).getByRole('button', { name: 'Enviar un enlace de contraseña a Núria Peña' }).click();
  await expect(toasts).toContainText('Enlace preparado');
});

test('a deactivated account loses its sessions and can be activated again', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const theirs = await visit(account, '/soporte');
  await expect(theirs.getByRole('heading', { name: 'Soporte' })).toBeVisible();
  expectSignedOut(theirs);

  const page = await visit(shop.admin, listFor(account));
  const row = rowOf(page, account);
  await row.getByRole('button', { name: 'Desactivar…' }).click();
  const question = page.getByRole('alertdialog', { name: '¿Desactivar la cuenta de «Núria Peña»?' });
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await question.getByRole('button', { name: 'Desactivar' }).click();
  await expect(row).toContainText('Inactivo');
  await expect(theirs).toHaveURL('/login');

  await row.getByRole('button', { name: 'Activar' }).click();
  await expect(row).toContainText('Activo');
  await signInByHand(theirs, account);
  await expect(theirs).toHaveURL('/soporte');
});

test('a new role asks the person to sign in again, and is then theirs', async ({ shop, visit }) => {
  const account = await shop.newAccount({ role: 'Consulta' });
  const theirs = await visit(account, '/configuracion');
  await expect(theirs.getByRole('region', { name: 'Apariencia' })).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Usuarios' })).toHaveCount(0);
  expectSignedOut(theirs);

  const page = await visit(shop.admin, listFor(account));
  await page.getByLabel('Rol de Núria Peña').selectOption('Administrador');
  const toast = page.getByRole('region', { name: 'Avisos', exact: true });
  await expect(toast).toContainText('Núria Peña es ahora Administrador');
  await expect(toast).toContainText('tiene que iniciar sesión de nuevo');
  await expect(theirs).toHaveURL('/login');
  await signInByHand(theirs, account);
  await expect(theirs).toHaveURL('/configuracion');
  await expect(theirs.getByRole('link', { name: 'Usuarios' })).toBeVisible();
  await expect(theirs.getByRole('complementary')).toContainText('Administrador');
});

test('nobody changes their own role or deactivates themselves', async ({ shop, visit }) => {
  const page = await visit(shop.admin, listFor(shop.admin));
  const row = rowOf(page, shop.admin);
  await expect(row).toContainText('(tú)');
  await expect(row.getByRole('combobox')).toHaveCount(0);
  await expect(row.getByRole('button')).toHaveCount(0);
});

test('a change that fails is said and takes nothing away', async ({ shop, visit }) => {
  const account = await shop.newAccount();
  const page = await visit(shop.admin, listFor(account));
  await wire(page).answer(changeOf(account), { status: 409, body: { detail: 'No puede ser' } });
  await page.getByLabel('Rol de Núria Peña').selectOption('Vendedor');
  const toast = page.getByRole('region', { name: 'Avisos', exact: true });
  await expect(toast).toContainText('No se pudo cambiar el usuario');
  await expect(toast).toContainText('No puede ser');
  await expect(page.getByLabel('Rol de Núria Peña')).toHaveValue('2');

  await rowOf(page, account).getByRole('button', { name: 'Desactivar…' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Desactivar' }).click();
  await expect(question.getByRole('alert')).toHaveText('No puede ser');
});

test('the list is searched, sorted and linkable', async ({ shop, visit }) => {
  const account = await shop.newAccount({ firstName: 'Ñoño', lastName: 'Zúñiga' });
  const page = await visit(shop.admin, address);
  const search = page.getByRole('searchbox');
  await expect(search).toBeVisible();
  await settled(page);
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await search.fill('zuniga');
  await expect(rowOf(page, account)).toBeVisible();
  await expect(page).toHaveURL(/buscar=zuniga/);
  await page.reload();
  await expect(search).toHaveValue('zuniga');
  await expect(rowOf(page, account)).toBeVisible();

  await search.fill('nadie-se-llama-asi');
  await expect(page.getByText('Ningún usuario coincide con la búsqueda')).toBeVisible();
  await page.getByRole('button', { name: 'Limpiar Todo' }).click();
  await expect(search).toHaveValue('');
  await page.getByRole('columnheader', { name: 'Nombre' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Nombre' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/orden=name/);
});

test('a list that cannot be read is asked for again', async ({ shop, visit }) => {
  const page = await visit(shop.admin, '/configuracion', { clock: true });
  await wire(page).answer('GET /api/users/', { status: 503, body: { detail: 'En obras' } });
  await page.getByRole('link', { name: 'Usuarios' }).click();
  const failed = page.getByRole('alert').filter({ hasText: 'No se pudieron cargar los usuarios' });
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(failed).toContainText('En obras');
  await wire(page).restore('GET /api/users/');
  await retry(failed);
  await expect(rowOf(page, shop.admin)).toBeVisible();
});
