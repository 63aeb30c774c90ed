import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerCalls, renderScreen } from '@/test-screen';
import type { OpenSession } from './api';
import { SessionsCard } from './sessions-card';

const here: OpenSession = {
  id: 1,
  createdAt: '2026-01-15T09:00:00Z',
  lastSeenAt: '2026-01-15T09:00:00Z',
  expiresAt: '2099-01-15T21:00:00Z',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
  address: '127.0.0.1',
  current: true,
};
const phone: OpenSession = {
  ...here,
  id: 2,
  lastSeenAt: '2026-01-15T10:00:00Z',
  userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0.0.0 Mobile Safari/537.36',
  current: false,
};

/** A server whose sessions really end. */
function serveSessions(open: OpenSession[]) {
  let results = open;
  return answerCalls({
    'GET /api/profile/sessions/': () => ({ body: { results, count: results.length } }),
    'DELETE /api/profile/sessions/2/': () => {
      results = results.filter(({ id }) => id !== 2);
      return { status: 204 };
    },
    'DELETE /api/profile/sessions/': () => {
      results = results.filter(({ current }) => current);
      return { status: 204 };
    },
  });
}

test('the session in use comes first and cannot be ended here', async () => {
  serveSessions([phone, here]);
  renderScreen(<SessionsCard />);
  const [first, second] = await screen.findAllByRole('listitem');
  if (!first || !second) throw new Error('two sessions are open');
  expect(first).toHaveTextContent('Firefox en Linux');
  expect(within(first).getByText('Esta sesión')).toBeVisible();
  expect(within(first).queryByRole('button')).not.toBeInTheDocument();
  expect(within(second).getByRole('button', { name: 'Cerrar la sesión de Chrome en Android' })).toBeVisible();
});

test('ending one asks by its name and takes it off the list', async () => {
  serveSessions([here, phone]);
  renderScreen(<SessionsCard />);
  await userEvent.click(await screen.findByRole('button', { name: 'Cerrar la sesión de Chrome en Android' }));
  const dialog = await screen.findByRole('alertdialog', {
    name: '¿Cerrar la sesión de «Chrome en Android»?',
  });
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Cancelar' })).toHaveFocus());
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar sesión' }));
  expect(await screen.findByText('Solo tienes abierta la sesión que estás usando.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('region', { name: 'Sesiones abiertas' })).toHaveFocus());
});

test('all the others end at once', async () => {
  serveSessions([here, phone, { ...phone, id: 3 }]);
  renderScreen(<SessionsCard />);
  await userEvent.click(await screen.findByRole('button', { name: 'Cerrar las demás' }));
  const dialog = await screen.findByRole('alertdialog', { name: '¿Cerrar las demás sesiones?' });
  expect(dialog).toHaveTextContent('Se cerrarán 2 sesiones');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar las demás' }));
  expect(await screen.findByText('Solo tienes abierta la sesión que estás usando.')).toBeVisible();
});

test('a list that cannot be loaded can be asked for again', async () => {
  answerCalls({ 'GET /api/profile/sessions/': { status: 503, body: { detail: 'Vuelve en un momento.' } } });
  renderScreen(<SessionsCard />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Vuelve en un momento.');
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeVisible();
});
