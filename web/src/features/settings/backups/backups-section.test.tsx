import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, renderShellScreen, signInWith } from '@/test-screen';
import { type Backup, scheduleQuery } from './api';
import BackupsSection from './backups-section';

const made: Backup = {
  id: 7,
  state: 'done',
  origin: 'schedule',
  createdBy: 'Sistema',
  createdAt: '2026-11-15T02:00:00Z',
  endedAt: '2026-11-15T02:00:04Z',
  done: 900,
  total: 900,
  fileName: 'estante-7.backup',
  size: 1_572_864,
  isHere: true,
  failure: '',
  check: { state: 'never', endedAt: null, problems: 0, failure: '' },
};

const schedule = { enabled: true, time: '03:00', keep: 7, nextAt: '2026-11-16T02:00:00Z' };

beforeEach(() => {
  signInWith(['backups.manage']);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

function show(backups: Partial<Backup>[], answers: Parameters<typeof answerCalls>[0] = {}) {
  const results = backups.map((backup, index) => ({ ...made, id: made.id + index, ...backup }));
  const calls = answerCalls({
    'GET /api/backups/': { body: { results, count: results.length } },
    'GET /api/backups/schedule/': { body: schedule },
    'POST /api/backups/': { status: 202 },
    ...answers,
  });
  const { client } = renderShellScreen({ component: BackupsSection, path: '/configuracion' });
  return { ...calls, client };
}

async function choose(action: string) {
  await userEvent.click(await screen.findByRole('button', { name: /^Más acciones con la copia del 15/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
}

test('each backup says how far it is and what its check found', async () => {
  show([
    { state: 'running', done: 250, total: 1000 },
    { state: 'failed', failure: 'No queda espacio en el disco del servidor.' },
    { check: { state: 'done', endedAt: '2026-11-15T03:00:00Z', problems: 0, failure: '' } },
    { check: { state: 'done', endedAt: null, problems: 2, failure: 'Producto A-1: no cuadra' } },
    { isHere: false },
  ]);
  const bar = await screen.findByRole('progressbar', { name: /^Progreso de la copia/ });
  expect(bar).toHaveAttribute('aria-valuenow', '25');
  const [, failed, sound, wrong, elsewhere] = screen.getAllByRole('row').slice(1);
  if (!failed || !sound || !wrong || !elsewhere) throw new Error('a row is missing');
  expect(failed).toHaveTextContent('No queda espacio en el disco del servidor.');
  expect(sound).toHaveTextContent('1,5 MB');
  expect(sound).toHaveTextContent('Correcta');
  expect(wrong).toHaveTextContent('2 diferenciasProducto A-1: no cuadra');
  expect(elsewhere).toHaveTextContent('El archivo está en otro servidor');
  expect(within(elsewhere).queryByRole('button')).toBeNull();
  // One is being made already.
  expect(screen.getByRole('button', { name: 'Haciendo la copia…' })).toHaveAttribute('aria-disabled', 'true');
});

test('a backup is asked for once, and a refusal is said', async () => {
  const { sentTo } = show([], { 'POST /api/backups/': { status: 503, body: { detail: 'En obras' } } });
  expect(await screen.findByText('Todavía no hay copias')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Crear copia ahora' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo pedir la copia. En obras');
  expect(sentTo('POST /api/backups/')).toHaveLength(1);
});

test('deleting asks first and names the backup', async () => {
  const { sentTo } = show([{}], { 'DELETE /api/backups/7/': { status: 204 } });
  await choose('Eliminar…');
  const question = await screen.findByRole('alertdialog', { name: /^¿Eliminar la copia del 15/ });
  await userEvent.click(within(question).getByRole('button', { name: 'Eliminar' }));
  await vi.waitFor(() => expect(sentTo('DELETE /api/backups/7/')).toHaveLength(1));
});

test('the schedule saves only what changed', async () => {
  const { sentTo } = show([], {
    'PUT /api/backups/schedule/': ({ body }) => ({ body: { ...(body as object), nextAt: null } }),
  });
  const save = await screen.findByRole('button', { name: 'Guardar Cambios' });
  expect(save).toBeDisabled();
  const keep = screen.getByLabelText('Copias que se conservan');
  await userEvent.clear(keep);
  await userEvent.type(keep, '14');
  await userEvent.click(save);
  await vi.waitFor(() =>
    expect(sentTo('PUT /api/backups/schedule/')[0]?.body).toEqual({ enabled: true, time: '03:00', keep: 14 }),
  );
});

test('what was chosen in another window arrives here too, unless something is being changed', async () => {
  const { client } = show([]);
  const keep = await screen.findByRole('spinbutton');
  act(() => void client.setQueryData(scheduleQuery.queryKey, { ...schedule, keep: 9 }));
  await waitFor(() => expect(keep).toHaveValue(9));
  await userEvent.clear(keep);
  await userEvent.type(keep, '12');
  act(() => void client.setQueryData(scheduleQuery.queryKey, { ...schedule, keep: 30 }));
  expect(keep).toHaveValue(12);
});

test('a refused schedule says why at its field and keeps what was typed', async () => {
  show([], { 'PUT /api/backups/schedule/': { status: 400, body: { keep: ['Como mucho 365'] } } });
  const keep = await screen.findByRole('spinbutton');
  await userEvent.clear(keep);
  await userEvent.type(keep, '400');
  await userEvent.click(screen.getByRole('button', { name: 'Guardar Cambios' }));
  await waitFor(() => expect(keep).toHaveAccessibleDescription('Como mucho 365'));
  expect(keep).toHaveValue(400);
});
