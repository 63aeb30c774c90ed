import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { answerCalls, renderShellScreen, signInWith } from '@/test-screen';
import type { LedgerCheck } from './api';
import LedgerSection from './ledger-section';

const never: LedgerCheck = {
  state: 'never',
  askedBy: '',
  askedAt: null,
  startedAt: null,
  endedAt: null,
  seconds: null,
  products: 0,
  movements: 0,
  movementsTotal: 0,
  problems: 0,
  findings: [],
};

beforeEach(() => signInWith(['ledger.check']));

function show(check: Partial<LedgerCheck>, asked?: { status?: number; body: unknown }) {
  const calls = answerCalls({
    'GET /api/ledger-check/': { body: { ...never, ...check } },
    'POST /api/ledger-check/': asked ?? { status: 202, body: { ...never, state: 'asked', askedBy: 'Ana' } },
  });
  renderShellScreen({ component: LedgerSection, path: '/configuracion' });
  return calls;
}

test('a check that is asked for says that it waits, and nobody can ask twice', async () => {
  const { sentTo } = show({});
  expect(await screen.findByText('Nunca se ha comprobado')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Comprobar ahora' }));
  expect(await screen.findByText('La comprobación está en espera')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Comprobando…' }));
  expect(sentTo('POST /api/ledger-check/')).toHaveLength(1);
});

test('a running check says how far it is', async () => {
  show({ state: 'running', movements: 250_000, movementsTotal: 1_000_000 });
  expect(await screen.findByRole('progressbar', { name: 'Comprobando los movimientos' })).toHaveAttribute(
    'aria-valuenow',
    '25',
  );
  expect(screen.getByText('250.000 de 1.000.000 movimientos')).toBeVisible();
});

test('a wrong row is named, with its product and its movement', async () => {
  const finding = { productId: 7, productSku: 'TAL-1', movementId: 31, message: 'La huella no coincide' };
  show({ state: 'done', problems: 130, findings: [finding], seconds: 2.34, endedAt: '2026-11-15T09:00:00Z' });
  expect(await screen.findByText('130 diferencias encontradas')).toBeVisible();
  expect(screen.getByText('La huella no coincide')).toBeVisible();
  expect(screen.getByRole('link', { name: 'TAL-1' })).toHaveAttribute('href', '/productos/7');
  expect(screen.getByText('Movimiento 31')).toBeVisible();
  expect(screen.getByText('Se muestran las 1 primeras de 130.')).toBeVisible();
  expect(screen.getByText('2,3 s')).toBeVisible();
  expect(screen.getByText('Línea de órdenes')).toBeVisible();
});

test('a check that could not be asked for says why', async () => {
  show({}, { status: 503, body: { detail: 'En obras' } });
  await userEvent.click(await screen.findByRole('button', { name: 'Comprobar ahora' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo pedir la comprobación. En obras');
});
