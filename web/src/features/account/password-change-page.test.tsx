import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { storeSession } from '@/lib/session-store';
import { answerCalls, fillIn, profile, renderScreen } from '@/test-screen';
import { PasswordChangePage } from './password-change-page';

const address = '/password-change';
const link = `${address}#token=abc`;

async function send(values: Record<string, string>) {
  await fillIn(values);
  await userEvent.click(screen.getByRole('button', { name: 'Cambiar Contraseña' }));
}

const newPassword = { 'Nueva contraseña': 'la de ahora', 'Confirmar nueva contraseña': 'la de ahora' };

function beSignedIn() {
  storeSession({ token: 'ficha', user: profile, expiresAt: '2099-01-01T00:00:00Z' });
}

test('without a link or a session it leads to both', async () => {
  answerCalls({});
  renderScreen(<PasswordChangePage />, address);
  expect(await screen.findByText('No hay sesión activa')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ir a Login' })).toHaveAttribute('href', '/login');
  expect(screen.getByRole('link', { name: 'Recuperar contraseña' })).toHaveAttribute('href', '/password-recovery');
});

test('a session that ends meanwhile leaves the form and says why', async () => {
  beSignedIn();
  answerCalls({ 'POST /api/profile/change-password/': { status: 401, body: { detail: 'Sesión expirada' } } });
  renderScreen(<PasswordChangePage />, address);
  await send({ 'Contraseña actual': 'la de antes', ...newPassword });
  expect(await screen.findByText('Sesión expirada')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ir a Login' })).toBeVisible();
});

test('the link needs no current password and sends its token', async () => {
  const server = answerCalls({ 'POST /api/auth/password-reset/': { status: 204 } });
  renderScreen(<PasswordChangePage />, link);
  await screen.findByRole('heading', { name: 'Elegir contraseña' });
  expect(screen.queryByLabelText('Contraseña actual')).not.toBeInTheDocument();
  await send(newPassword);
  const title = await screen.findByRole('heading', { name: '¡Contraseña Cambiada!' });
  await waitFor(() => expect(title).toHaveFocus());
  expect(screen.getByRole('link', { name: 'Ir al Dashboard' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Cambiar otra contraseña' })).toBeVisible();
  expect(server.sentTo('POST /api/auth/password-reset/')[0]?.body).toEqual({
    token: 'abc',
    newPassword: 'la de ahora',
    confirmPassword: 'la de ahora',
  });
});

test('a used link says so', async () => {
  answerCalls({
    'POST /api/auth/password-reset/': { status: 400, body: { token: ['El enlace ha caducado.'] } },
  });
  renderScreen(<PasswordChangePage />, link);
  await send(newPassword);
  expect(await screen.findByRole('alert')).toHaveTextContent('El enlace ha caducado.');
});

test('a wrong current password is said at its field', async () => {
  beSignedIn();
  answerCalls({
    'POST /api/profile/change-password/': {
      status: 400,
      body: { currentPassword: ['Contraseña actual incorrecta.'] },
    },
  });
  renderScreen(<PasswordChangePage />, address);
  await send({ 'Contraseña actual': 'la de antes', ...newPassword });
  const current = screen.getByLabelText('Contraseña actual');
  await expect.poll(() => current).toHaveAccessibleDescription('Contraseña actual incorrecta.');
  await waitFor(() => expect(current).toHaveFocus());
});

test('empty fields share one sentence, and only they are marked', async () => {
  beSignedIn();
  answerCalls({});
  renderScreen(<PasswordChangePage />, address);
  await send({ 'Contraseña actual': 'la de antes' });
  expect(await screen.findAllByText('Todos los campos son obligatorios')).toHaveLength(1);
  expect(screen.getByLabelText('Contraseña actual')).not.toBeInvalid();
  expect(screen.getByLabelText('Nueva contraseña')).toBeInvalid();
  expect(screen.getByLabelText('Confirmar nueva contraseña')).toBeInvalid();
});

test('after changing it one can change it again', async () => {
  beSignedIn();
  answerCalls({ 'POST /api/profile/change-password/': { status: 204 } });
  renderScreen(<PasswordChangePage />, address);
  await send({ 'Contraseña actual': 'la de antes', ...newPassword });
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar otra contraseña' }));
  expect(await screen.findByLabelText('Contraseña actual')).toHaveValue('');
});
