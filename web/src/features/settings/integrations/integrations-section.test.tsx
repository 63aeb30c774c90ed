import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, renderShellScreen, signInWith } from '@/test-screen';
import { parseSettingsSearch } from '../search';
import type { Dispatch, Subscription } from './api';
import IntegrationsSection from './integrations-section';

const webhook: Subscription = {
  id: 3,
  name: 'Contabilidad',
  url: 'https://cuentas.example.com/avisos',
  events: ['stock.changed', 'order.created'],
  isActive: true,
  stoppedReason: '',
  lastStatus: 0,
  lastFailure: '',
  createdAt: '2026-11-15T09:00:00Z',
  version: 4,
};

const message: Dispatch = {
  id: 8,
  messageId: 'msg_abc',
  event: 'stock.changed',
  body: '{"type":"stock.changed"}',
  state: 'waiting',
  attempts: 2,
  status: 503,
  durationMs: 1250,
  failure: 'El receptor respondió 503',
  answer: '',
  tries: [
    {
      at: '2026-11-15T09:00:00Z',
      status: 0,
      durationMs: 15000,
      failure: 'No respondió a tiempo',
      answer: '',
    },
    {
      at: '2026-11-15T09:00:05Z',
      status: 503,
      durationMs: 1250,
      failure: 'El receptor respondió 503',
      answer: 'Vuelve luego',
    },
  ],
  createdAt: '2026-11-15T09:00:00Z',
  attemptedAt: '2026-11-15T09:00:05Z',
  nextTryAt: '2026-11-15T09:05:00Z',
};

beforeEach(() => {
  signInWith(['integrations.manage']);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

function show(replies: Parameters<typeof answerCalls>[0], search = '') {
  const calls = answerCalls(replies);
  renderShellScreen({
    component: () => <IntegrationsSection channels={() => null} />,
    path: '/configuracion',
    address: `/configuracion${search}`,
    validateSearch: parseSettingsSearch,
  });
  return calls;
}

function list(...results: Subscription[]) {
  return { 'GET /api/subscriptions/': { body: { results, count: results.length } } };
}

test('a new webhook shows its secret once, and what is missing stands at its field', async () => {
  const user = userEvent.setup();
  const { sentTo } = show({
    ...list(),
    'POST /api/subscriptions/': { status: 201, body: { ...webhook, secret: 'whsec_MTIz' } },
  });
  await user.click(await screen.findByRole('button', { name: 'Añadir webhook' }));
  const dialog = screen.getByRole('dialog', { name: 'Añadir webhook de salida' });
  const save = within(dialog).getByRole('button', { name: 'Añadir webhook' });
  await user.click(save);
  expect(within(dialog).getByLabelText('Nombre')).toHaveAccessibleDescription('El nombre es requerido');
  expect(within(dialog).getByLabelText('Dirección')).toHaveAccessibleDescription('La dirección es requerida');
  expect(within(dialog).getByRole('group', { name: 'Eventos' })).toHaveAccessibleDescription(
    'Elige al menos un evento',
  );
  expect(sentTo('POST /api/subscriptions/')).toHaveLength(0);

  await user.type(within(dialog).getByLabelText('Nombre'), ' Contabilidad ');
  await user.type(within(dialog).getByLabelText('Dirección'), webhook.url);
  await user.click(within(dialog).getByRole('checkbox', { name: 'Cambia el stock de un producto' }));
  await user.click(save);
  const secret = await screen.findByRole('dialog', { name: 'El secreto del webhook' });
  expect(within(secret).getByLabelText('Secreto')).toHaveValue('whsec_MTIz');
  expect(sentTo('POST /api/subscriptions/')[0]?.body).toEqual({
    name: 'Contabilidad',
    url: webhook.url,
    events: ['stock.changed'],
  });
  await user.click(within(secret).getByRole('button', { name: 'Copiar: Secreto' }));
  expect(await navigator.clipboard.readText()).toBe('whsec_MTIz');
  expect(within(secret).getByText('Copiado')).toBeVisible();
});

test('the log says what became of a message and when it is tried again', async () => {
  const { sentTo } = show(
    {
      'GET /api/subscriptions/3/': { body: { ...webhook, isActive: false, stoppedReason: 'Respondió 410' } },
      'GET /api/subscriptions/3/dispatches/': { body: { results: [message], count: 1 } },
      'POST /api/subscriptions/3/dispatches/8/resend/': { body: message },
    },
    '?webhook=3',
  );
  expect(await screen.findByText('Se ha desactivado solo')).toBeVisible();
  const row = (await screen.findByText('Se reintenta')).closest('tr');
  expect(row).toHaveTextContent('El receptor respondió 503 · 1.250 ms · Próximo intento: 15/11/2026');
  await userEvent.click(screen.getByRole('button', { name: /^Ver el mensaje/ }));
  const tries = within(await screen.findByRole('region', { name: 'Intentos' })).getAllByRole('listitem');
  expect(tries).toHaveLength(2);
  expect(tries[0]).toHaveTextContent('No respondió a tiempo');
  expect(tries[1]).toHaveTextContent('El receptor respondió 503');
  expect(tries[1]).toHaveTextContent('Vuelve luego');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: /^Reenviar/ }));
  expect(sentTo('POST /api/subscriptions/3/dispatches/8/resend/')).toHaveLength(1);
});
