import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sessionState } from '@/lib/session-store';
import { answerCalls, business, fillIn, profile, renderScreen } from '@/test-screen';
import { LoginPage } from './login-page';

const submitButton = () => screen.findByRole('button', { name: 'Iniciar Sesión' });

async function signInAs(username: string, password: string) {
  await fillIn({ Usuario: username, Contraseña: password });
  await userEvent.click(await submitButton());
}

test('the button waits for both fields, and spaces do not count', async () => {
  answerCalls({});
  renderScreen(<LoginPage />);
  expect(await screen.findByLabelText('Usuario')).toHaveFocus();
  await fillIn({ Usuario: 'nuria', Contraseña: '   ' });
  expect(await submitButton()).toBeDisabled();
  await fillIn({ Contraseña: 'x' });
  expect(await submitButton()).toBeEnabled();
});

test('a form the browser filled in can be sent, and what turns out to be missing is said at its field', async () => {
  answerCalls({});
  renderScreen(<LoginPage />);
  const username = await screen.findByLabelText('Usuario');
  // React listens under this name where the environment knows no AnimationEvent, as here.
  const filledIn = new Event('webkitAnimationStart', { bubbles: true });
  fireEvent(username, Object.assign(filledIn, { animationName: 'appear' }));
  await userEvent.click(await submitButton());
  expect(username).toHaveAccessibleDescription('El usuario es requerido');
  await waitFor(() => expect(username).toHaveFocus());
  expect(screen.getByLabelText('Contraseña')).toHaveAccessibleDescription('La contraseña es requerida');
});

test('a refusal is said in the box and nothing typed is lost', async () => {
  answerCalls({ 'POST /api/auth/login/': { status: 401, body: { detail: 'Credenciales inválidas' } } });
  renderScreen(<LoginPage />);
  await signInAs('<b>nuria</b>', 'mala');
  expect(await screen.findByRole('alert')).toHaveTextContent('Credenciales inválidas');
  expect(screen.getByLabelText('Usuario')).toHaveValue('<b>nuria</b>');
  expect(screen.getByLabelText('Contraseña')).toHaveValue('mala');
});

test("the server's words about a field stand under it, joined, and the field has the focus", async () => {
  answerCalls({ 'POST /api/auth/login/': { status: 400, body: { username: ['Es largo', 'Es raro'] } } });
  renderScreen(<LoginPage />);
  await signInAs('nuria', 'secreto');
  const username = screen.getByLabelText('Usuario');
  expect(await screen.findByText('Es largo, Es raro')).toBeVisible();
  expect(username).toHaveAccessibleDescription('Es largo, Es raro');
  await waitFor(() => expect(username).toHaveFocus());
  await userEvent.type(username, '2');
  expect(screen.queryByText('Es largo, Es raro')).not.toBeInTheDocument();
});

test('signing in keeps the session', async () => {
  const session = { sessionToken: 'ficha', expiresAt: '2099-01-01T00:00:00Z' };
  answerCalls({ 'POST /api/auth/login/': { body: { user: profile, session } } });
  renderScreen(<LoginPage />);
  await signInAs('nuria', 'secreto');
  await expect.poll(() => sessionState()).toMatchObject({ status: 'signedIn', token: 'ficha' });
});

test('the demo account fills itself in', async () => {
  answerCalls({
    'GET /api/business/': { body: { ...business, demo: { username: 'demo', password: 'abierta' } } },
  });
  renderScreen(<LoginPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Usar esta cuenta' }));
  expect(screen.getByLabelText('Usuario')).toHaveValue('demo');
  expect(screen.getByLabelText('Contraseña')).toHaveValue('abierta');
  expect(await submitButton()).toHaveFocus();
});

test('where registration is closed there is no way to register', async () => {
  answerCalls({ 'GET /api/business/': { body: { ...business, registration: 'closed' } } });
  renderScreen(<LoginPage />);
  expect(await screen.findByText(/El registro está cerrado/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Crear Nueva Cuenta' })).not.toBeInTheDocument();
  expect(screen.queryByText('Cuenta de demostración')).not.toBeInTheDocument();
});
