import type { Page } from '@playwright/test';
import { type NewAccount, newcomer } from './support/shop';
import { signInByHand } from './support/sign-in';
import { expect, test } from './support/test';
import { wire } from './support/wire';

const register = 'POST /api/auth/register/';

const labels = {
  firstName: 'Nombre',
  lastName: 'Apellido',
  username: 'Usuario',
  dni: 'DNI',
  email: 'Email',
  password: 'Contraseña',
  confirmPassword: 'Confirmar Contraseña',
};
type FieldName = keyof typeof labels;

function field(page: Page, name: FieldName) {
  return page.getByLabel(labels[name], { exact: true });
}

async function fillIn(page: Page, account: NewAccount) {
  const values = { ...account, confirmPassword: account.password };
  for (const name of Object.keys(labels) as FieldName[]) await field(page, name).fill(values[name]);
}

function submitButton(page: Page) {
  return page.getByRole('button', { name: 'Registrar Usuario' });
}

test('registers, clears the form, and the new account can sign in', async ({ visit }) => {
  const account = newcomer();
  const page = await visit(null, '/register', { clock: true });
  await expect(page).toHaveTitle('Crear cuenta · Estante');
  await fillIn(page, account);
  await page.getByLabel('Segundo Nombre').fill('Mercè');
  await page.getByLabel('Segundo Apellido').fill('Coll');
  const release = await wire(page).hold(register);
  await submitButton(page).click();
  await expect(page.getByRole('button', { name: 'Registrando...' })).toBeVisible();
  await release();

  const box = page.getByRole('status').filter({ hasText: '¡Usuario Registrado!' });
  await expect(box).toContainText('Ya puedes iniciar sesión');
  await expect(page.getByRole('link', { name: 'Ir a Login' })).toBeFocused();
  for (const name of Object.keys(labels) as FieldName[]) await expect(field(page, name)).toHaveValue('');
  await expect(page.getByLabel('Segundo Nombre')).toHaveValue('');
  await expect(submitButton(page)).toBeDisabled();

  await page.clock.fastForward(3_000);
  await expect(box).toHaveCount(0);
  await page.getByRole('link', { name: 'Ir a Login' }).click();
  await signInByHand(page, { ...account, username: account.username.toUpperCase() });
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Núria Mercè Peña Coll')).toBeAttached();
});

test('the button waits for every required field', async ({ visit }) => {
  const page = await visit(null, '/register');
  await fillIn(page, newcomer());
  await expect(submitButton(page)).toBeEnabled();
  for (const name of Object.keys(labels) as FieldName[]) {
    const value = await field(page, name).inputValue();
    await field(page, name).fill('  ');
    await expect(submitButton(page), `without ${labels[name]}`).toBeDisabled();
    await field(page, name).fill(value);
    await expect(submitButton(page)).toBeEnabled();
  }
});

test('what is wrong is said under its field before anything is sent', async ({ visit }) => {
  const page = await visit(null, '/register');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));

  await fillIn(page, { ...newcomer(), email: 'nuria@', password: 'corta' });
  await field(page, 'confirmPassword').fill('otra');
  await submitButton(page).click();
  await expect(field(page, 'email')).toHaveAccessibleDescription('El email no es válido');
  await expect(field(page, 'email')).toBeFocused();
  await expect(field(page, 'password')).toHaveAccessibleDescription('La contraseña debe tener al menos 8 caracteres');
  await expect(field(page, 'confirmPassword')).toHaveAccessibleDescription('Las contraseñas no coinciden');

  // From now on each field answers while it is being mended.
  await field(page, 'email').fill('nuria@ejemplo.es');
  await expect(field(page, 'email')).toHaveAccessibleDescription('');
  const required: [FieldName, string][] = [
    ['firstName', 'El nombre es requerido'],
    ['lastName', 'El apellido es requerido'],
    ['username', 'El usuario es requerido'],
    ['dni', 'El DNI es requerido'],
    ['email', 'El email es requerido'],
    ['password', 'La contraseña es requerida'],
    ['confirmPassword', 'La confirmación de contraseña es requerida'],
  ];
  for (const [name, text] of required) {
    await field(page, name).fill('');
    await expect(field(page, name)).toHaveAccessibleDescription(text);
  }
  expect(sent).toEqual([]);
});

test('what the server already knows stands under its field', async ({ shop, visit }) => {
  const known = await shop.newAccount();
  const page = await visit(null, '/register');
  wire(page).expectRefusal(register, 409);
  wire(page).expectRefusal(register, 400);

  await fillIn(page, { ...newcomer(), username: known.username.toUpperCase() });
  await submitButton(page).click();
  await expect(field(page, 'username')).toHaveAccessibleDescription('El usuario ya existe');
  await expect(field(page, 'username')).toBeFocused();

  await fillIn(page, { ...newcomer(), email: known.email.toUpperCase(), dni: known.dni });
  await submitButton(page).click();
  await expect(field(page, 'email')).toHaveAccessibleDescription('Ya existe una cuenta con este email');
  await expect(field(page, 'dni')).toHaveAccessibleDescription('Ya existe una cuenta con este DNI');
});

test('every field error of the server finds its field, joined by commas', async ({ visit }) => {
  const page = await visit(null, '/register');
  await fillIn(page, newcomer());
  const fields: FieldName[] = ['username', 'email', 'dni', 'password', 'firstName', 'lastName'];
  const body = Object.fromEntries(fields.map((name) => [name, [`${name} mal`, 'y otra vez']]));
  await wire(page).answer(register, { status: 400, body });
  await submitButton(page).click();
  for (const name of fields) {
    await expect(field(page, name)).toHaveAccessibleDescription(`${name} mal, y otra vez`);
  }
});

test('every other refusal has its sentence above the button', async ({ visit }) => {
  const page = await visit(null, '/register');
  await fillIn(page, newcomer());
  const answers = [
    { status: 400, body: {}, text: 'Error de validación sin detalles específicos' },
    { status: 500, body: {}, text: 'Error interno del servidor' },
    { status: 503, body: { detail: 'En mantenimiento' }, text: 'Error del servidor: 503 - En mantenimiento' },
    { status: 429, body: { detail: 'Demasiados intentos.' }, text: 'Demasiados intentos.' },
  ];
  for (const { status, body, text } of answers) {
    await wire(page).answer(register, { status, body });
    await submitButton(page).click();
    await expect(page.getByRole('alert')).toHaveText(text);
  }
  await wire(page).drop(register);
  await submitButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'No se puede conectar con el servidor. Verifica tu conexión a internet.',
  );
  await expect(field(page, 'firstName')).toHaveValue('Núria');
});

test('a server that does not answer is given thirty seconds', async ({ visit }) => {
  const page = await visit(null, '/register', { clock: true });
  await fillIn(page, newcomer());
  await wire(page).silence(register);
  const asked = page.waitForRequest('**/api/auth/register/');
  await submitButton(page).click();
  await asked;
  await page.clock.fastForward(30_000);
  await expect(page.getByRole('alert')).toContainText('El servidor no responde.');
});

test.describe('when an administrator decides', () => {
  test.afterEach(async ({ shop }) => {
    await shop.setRegistration('open');
  });

  test('with approval, the page says so before and after', async ({ shop, visit }) => {
    await shop.setRegistration('approval');
    const page = await visit(null, '/register');
    await expect(page.getByText('Un administrador tendrá que aprobar tu cuenta')).toBeVisible();
    await fillIn(page, newcomer());
    await submitButton(page).click();
    await expect(page.getByRole('status').filter({ hasText: '¡Usuario Registrado!' })).toContainText(
      'pendiente de que un administrador la apruebe',
    );
  });

  test('closed, there is no form and no way to it', async ({ shop, visit }) => {
    await shop.setRegistration('closed');
    const page = await visit(null, '/register');
    await expect(page.getByRole('heading', { name: 'El registro está cerrado' })).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await page.getByRole('link', { name: 'Ir a Login' }).click();
    await expect(page.getByText('El registro está cerrado: pide una cuenta')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Crear Nueva Cuenta' })).toHaveCount(0);
  });

  test('closed while somebody was writing, the server says it', async ({ shop, visit }) => {
    const page = await visit(null, '/register');
    await fillIn(page, newcomer());
    await shop.setRegistration('closed');
    wire(page).expectRefusal(register, 403);
    await submitButton(page).click();
    await expect(page.getByRole('alert')).toContainText(/registro.*cerrado/i);
  });
});
