import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, renderShellScreen, signInWith } from '@/test-screen';
import type { Channel } from './api';
import ChannelsSection from './channels-section';

const shop: Channel = {
  id: 3,
  name: 'Tienda online',
  source: 'shopify',
  address: 'https://stock.example.com/api/webhooks/shopify/abc/',
  location: 'Central',
  locationId: 1,
  isActive: true,
  silenceHours: 48,
  isSilent: false,
  fault: '',
  missesUpdates: false,
  held: 0,
  lastDeliveryAt: null,
  previousSecretUntil: null,
  waiting: 0,
  failed: 0,
  unmatched: 0,
  missingNumbers: 0,
  createdAt: '2026-11-15T09:00:00Z',
  version: 4,
};

beforeEach(() => {
  signInWith(['integrations.manage', 'deliveries.read', 'deliveries.handle']);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

const oneLocation = { 'GET /api/locations/': { body: { results: [], count: 0 } } };

function show(replies: Parameters<typeof answerCalls>[0], search = '') {
  const calls = answerCalls({ ...oneLocation, ...replies });
  renderShellScreen({
    component: ChannelsSection,
    path: '/configuracion',
    address: `/configuracion${search}`,
    validateSearch: (raw) => ({ tienda: raw.tienda }),
  });
  return calls;
}

function list(...results: Channel[]) {
  return { 'GET /api/channels/': { body: { results, count: results.length } } };
}

test('what is refused stands at its field, and the secret is shown once', async () => {
  const user = userEvent.setup();
  let tries = 0;
  const { sentTo } = show({
    ...list(),
    'POST /api/channels/': () => {
      tries += 1;
      if (tries === 1) return { status: 400, body: { secret: ['El secreto empieza por whsec_'] } };
      return { status: 201, body: { ...shop, secret: 'whsec_abc' } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Conectar tienda' }));
  const form = screen.getByRole('dialog', { name: 'Conectar una tienda' });
  await user.type(within(form).getByLabelText('Nombre'), 'Tienda online');
  await user.selectOptions(within(form).getByLabelText('Tipo'), 'standard');
  await user.type(within(form).getByLabelText(/^Secreto/), 'malo');
  const hours = within(form).getByLabelText('Avisar si no hay noticias en');
  await user.clear(hours);
  await user.type(hours, '721');
  await user.click(within(form).getByRole('button', { name: 'Conectar tienda' }));
  expect(await within(form).findByText('Escribe un número de horas entre 0 y 720')).toBeVisible();
  await user.clear(hours);
  await user.type(hours, '0');
  await user.click(within(form).getByRole('button', { name: 'Conectar tienda' }));
  expect(await within(form).findByText('El secreto empieza por whsec_')).toBeVisible();
  await user.clear(within(form).getByLabelText(/^Secreto/));
  await user.click(within(form).getByRole('button', { name: 'Conectar tienda' }));
  const ready = await screen.findByRole('dialog', { name: 'Tu tienda está lista para enviar' });
  expect(within(ready).getByRole('textbox', { name: 'Secreto' })).toHaveValue('whsec_abc');
  expect(sentTo('POST /api/channels/').at(-1)?.body).toEqual({
    name: 'Tienda online',
    source: 'standard',
    silenceHours: 0,
  });
});

test('the list says what somebody should look at', async () => {
  show(list({ ...shop, isSilent: true, failed: 1, unmatched: 2, missingNumbers: 3, waiting: 4 }));
  const row = await screen.findByRole('row', { name: /Tienda online/ });
  expect(row).toHaveTextContent('Sin noticias');
  expect(row).toHaveTextContent('1 fallida');
  expect(row).toHaveTextContent('2 con SKU desconocido');
  expect(row).toHaveTextContent('Faltan 3 números de pedido');
  expect(row).toHaveTextContent('4 por procesar');
});

test('whoever only reads can change nothing', async () => {
  signInWith(['deliveries.read']);
  show(list({ ...shop, address: '' }));
  expect(await screen.findByRole('link', { name: 'Tienda online' })).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('a shop that is gone says so', async () => {
  show({ 'GET /api/channels/3/': { status: 404, body: { detail: 'No existe' } } }, '?tienda=3');
  expect(await screen.findByText('Esta tienda ya no está conectada')).toBeVisible();
});
