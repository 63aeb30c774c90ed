import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answerCalls, business, fillIn, profile, renderScreen } from '@/test-screen';
import { RegisterPage } from './register-page';

const submitButton = () => screen.getByRole('button', { name: 'Registrar Usuario' });

const newcomer = {
  Nombre: 'Núria',
  Apellido: 'Peña',
  Usuario: 'nuria',
  DNI: '12345678Z',
  Email: 'nuria@ejemplo.es',
  Contraseña: 'contraseña',
  'Confirmar Contraseña': 'contraseña',
};

afterEach(() => {
  vi.useRealTimers();
});

test('the button waits for every required field', async () => {
  answerCalls({});
  renderScreen(<RegisterPage />);
  await fillIn({ ...newcomer, 'Confirmar Contraseña': '' });
  expect(submitButton()).toBeDisabled();
  await fillIn({ 'Confirmar Contraseña': 'x' });
  expect(submitButton()).toBeEnabled();
});

test('with no account yet the page asks for the owner', async () => {
  const nobody = { ...business, firstAccount: true, registration: 'approval' };
  const server = answerCalls({
    'GET /api/business/': { body: nobody },
    'POST /api/auth/register/': { status: 201, body: { user: profile, pendingApproval: false } },
  });
  renderScreen(<RegisterPage />);
  expect(await screen.findByRole('heading', { name: 'Crea la cuenta del dueño' })).toBeVisible();
  expect(screen.queryByText(/tendrá que aprobar/)).not.toBeInTheDocument();
  await fillIn(newcomer);
  await userEvent.click(submitButton());
  expect(await screen.findByText('¡Usuario Registrado!')).toBeVisible();
  expect(server.sentTo('POST /api/auth/register/')).toHaveLength(1);
});

test('an error disappears when its field, or the one it depends on, is mended', async () => {
  answerCalls({});
  renderScreen(<RegisterPage />);
  await fillIn({ ...newcomer, 'Confirmar Contraseña': 'contraseña2' });
  await userEvent.click(submitButton());
  expect(await screen.findByText('Las contraseñas no coinciden')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Contraseña'), '2');
  await expect.poll(() => screen.queryByText('Las contraseñas no coinciden')).toBeNull();
});

test('success clears the form, offers the way in and hides its box after three seconds', async () => {
  answerCalls({
    'POST /api/auth/register/': { status: 201, body: { user: profile, pendingApproval: false } },
  });
  renderScreen(<RegisterPage />);
  await fillIn(newcomer);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  fireEvent.click(submitButton());
  expect(await screen.findByText('¡Usuario Registrado!')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Nombre')).toHaveValue(''));
  for (const label of Object.keys(newcomer)) expect(screen.getByLabelText(label)).toHaveValue('');
  await waitFor(() => expect(screen.getByRole('link', { name: 'Ir a Login' })).toHaveFocus());
  act(() => {
    vi.advanceTimersByTime(3000);
  });
  expect(screen.queryByText('¡Usuario Registrado!')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Ir a Login' })).toBeVisible();
});

test('where accounts need approval, before and after say so', async () => {
  answerCalls({
    'GET /api/business/': { body: { ...business, registration: 'approval' } },
    'POST /api/auth/register/': { status: 201, body: { user: profile, pendingApproval: true } },
  });
  renderScreen(<RegisterPage />);
  expect(await screen.findByText(/Un administrador tendrá que aprobar/)).toBeVisible();
  await fillIn(newcomer);
  await userEvent.click(submitButton());
  expect(await screen.findByText(/pendiente de que un administrador la apruebe/)).toBeVisible();
});

test('a taken username is said at its field and nothing typed is lost', async () => {
  answerCalls({ 'POST /api/auth/register/': { status: 409, body: { detail: 'El usuario ya existe' } } });
  renderScreen(<RegisterPage />);
  await fillIn(newcomer);
  await userEvent.click(submitButton());
  await expect.poll(() => screen.getByLabelText('Usuario')).toHaveAccessibleDescription('El usuario ya existe');
  await waitFor(() => expect(screen.getByLabelText('Usuario')).toHaveFocus());
  for (const [label, text] of Object.entries(newcomer)) expect(screen.getByLabelText(label)).toHaveValue(text);
});

test('closed registration explains itself instead of showing a form', async () => {
  answerCalls({ 'GET /api/business/': { body: { ...business, registration: 'closed' } } });
  renderScreen(<RegisterPage />);
  expect(await screen.findByRole('heading', { name: 'El registro está cerrado' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Registrar Usuario' })).not.toBeInTheDocument();
});
