import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearSession, sessionState, storeSession } from '@/lib/session-store';
import { answerCalls, fillIn, profile, renderScreen } from '@/test-screen';
import { ProfilePage } from './profile-page';

const address = '/profile';
const sessions = { 'GET /api/profile/sessions/': { body: { results: [], count: 0 } } };
const loaded = { 'GET /api/profile/': { body: profile, headers: { ETag: '"v1"' } }, ...sessions };

beforeEach(() => storeSession({ token: 'ficha', user: profile, expiresAt: '2099-01-01T00:00:00Z' }));

afterEach(() => {
  vi.useRealTimers();
  clearSession();
});

async function edit(values: Record<string, string>) {
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Perfil' }));
  await fillIn(values);
}

function press(name: string) {
  return userEvent.click(screen.getByRole('button', { name }));
}

test('what is known is shown, and what never happened is said', async () => {
  answerCalls({
    'GET /api/profile/': { body: { ...profile, isActive: false, firstName: '<i>Núria</i>' } },
    ...sessions,
  });
  renderScreen(<ProfilePage />, address);
  const account = await screen.findByRole('region', { name: 'Información de la cuenta' });
  expect(within(account).getByText('15/01/2026')).toBeVisible();
  expect(within(account).getByText('Nunca')).toBeVisible();
  expect(within(account).getByText('Inactivo')).toBeVisible();
  expect(within(account).getByText('Encargado')).toBeVisible();
  expect(screen.getByText('<i>Núria</i>')).toBeVisible();
});

test('a profile that cannot be loaded can be asked for again', async () => {
  let attempts = 0;
  answerCalls({
    'GET /api/profile/': () => {
      attempts += 1;
      return attempts === 1 ? { status: 500, body: { detail: 'Error' } } : { body: profile };
    },
    ...sessions,
  });
  renderScreen(<ProfilePage />, address);
  expect(await screen.findByText(/No se pudo cargar el perfil del usuario/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Recargar página' })).toBeVisible();
  await press('Reintentar');
  expect(await screen.findByRole('button', { name: 'Editar Perfil' })).toBeVisible();
});

test('saving returns to the view, says so for three seconds and renames the person in the shell', async () => {
  const saved = { ...profile, firstName: 'Ana' };
  const server = answerCalls({
    ...loaded,
    'PUT /api/profile/': { body: { user: saved }, headers: { ETag: '"v2"' } },
  });
  renderScreen(<ProfilePage />, address);
  await edit({ Nombre: 'Ana' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('Perfil actualizado exitosamente')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Editar Perfil' })).toHaveFocus());
  expect(sessionState()).toMatchObject({ user: { firstName: 'Ana' } });
  expect(server.sentTo('PUT /api/profile/')[0]?.headers.get('If-Match')).toBe('"v1"');
  act(() => {
    vi.advanceTimersByTime(3000);
  });
  expect(screen.queryByText('Perfil actualizado exitosamente')).not.toBeInTheDocument();
});

test('cancelling brings the old values back', async () => {
  answerCalls(loaded);
  renderScreen(<ProfilePage />, address);
  await edit({ Nombre: 'Otra' });
  await press('Cancelar');
  expect(screen.queryByText('Otra')).not.toBeInTheDocument();
  await press('Editar Perfil');
  expect(screen.getByLabelText('Nombre')).toHaveValue('Núria');
});

test('a failed save keeps what was typed', async () => {
  answerCalls({
    ...loaded,
    'PUT /api/profile/': { status: 400, body: { email: ['Ya existe una cuenta con este email'] } },
  });
  renderScreen(<ProfilePage />, address);
  await edit({ Email: 'otra@ejemplo.es' });
  await press('Guardar');
  const email = screen.getByLabelText('Email');
  await expect.poll(() => email).toHaveAccessibleDescription('Ya existe una cuenta con este email');
  expect(email).toHaveValue('otra@ejemplo.es');
  await waitFor(() => expect(email).toHaveFocus());
});

test('after somebody else saved first, untouched fields take the current values and typed ones stay', async () => {
  let version = 1;
  const current = { ...profile, firstName: 'Ana María', lastName: 'Soler' };
  const server = answerCalls({
    'GET /api/profile/': () =>
      version === 1 ? { body: profile, headers: { ETag: '"v1"' } } : { body: current, headers: { ETag: '"v2"' } },
    'PUT /api/profile/': () =>
      server.sentTo('PUT /api/profile/').length === 1
        ? { status: 412, body: { detail: 'Otra persona ha cambiado estos datos.' } }
        : { body: { user: current }, headers: { ETag: '"v3"' } },
    ...sessions,
  });
  renderScreen(<ProfilePage />, address);
  await edit({ Nombre: 'Ana' });
  version = 2;
  await press('Guardar');
  await userEvent.click(await screen.findByRole('button', { name: 'Cargar valores actuales' }));
  expect(await screen.findByText('Valor actual: Ana María')).toBeVisible();
  expect(screen.getByLabelText('Nombre')).toHaveValue('Ana');
  expect(screen.getByLabelText('Apellido')).toHaveValue('Soler');
  await press('Guardar');
  expect(await screen.findByText('Perfil actualizado exitosamente')).toBeVisible();
  const [, second] = server.sentTo('PUT /api/profile/');
  expect(second?.headers.get('If-Match')).toBe('"v2"');
  expect(second?.body).toMatchObject({ firstName: 'Ana', lastName: 'Soler' });
});

test('leaving with unsaved changes asks, and staying keeps them', async () => {
  answerCalls(loaded);
  const { router } = renderScreen(<ProfilePage />, address);
  await edit({ Nombre: 'Ana' });
  act(() => router.history.push('/dashboard'));
  await userEvent.click(await screen.findByRole('button', { name: 'Seguir editando' }));
  expect(screen.getByLabelText('Nombre')).toHaveValue('Ana');
  act(() => router.history.push('/dashboard'));
  await userEvent.click(await screen.findByRole('button', { name: 'Descartar' }));
  expect(await screen.findByText('en /dashboard')).toBeVisible();
});
