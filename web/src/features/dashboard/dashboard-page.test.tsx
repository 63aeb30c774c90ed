import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerCalls, renderShellScreen, signInWith } from '@/test-screen';
import { DashboardPage } from './dashboard-page';

const stats = {
  totalProducts: 203,
  totalStock: 7187,
  lowStockProducts: 17,
  outOfStockProducts: 6,
  inactiveProducts: 0,
  discontinuedProducts: 0,
};

function product(id: number, name: string, currentStock: number) {
  return { idProduct: id, name, sku: `SKU-${id}`, currentStock, minStock: 12, maxStock: null };
}

const movement = {
  id: 1,
  type: 'salida',
  product: 'Bombilla LED',
  user: 'Marcos Gil',
  quantity: 36,
  time: '09:58',
  createdAt: '2026-11-14T08:58:00Z',
};

const calls = {
  stats: 'GET /api/products/stats/',
  products: 'GET /api/products/',
  movements: 'GET /api/movements/recent/',
  alerts: 'GET /api/alerts/',
};

function show(permissions: string[] = []) {
  signInWith(permissions);
  const loadHistory = () => Promise.resolve({ default: () => <p>todo el historial</p> });
  return renderShellScreen({
    path: '/dashboard',
    component: () => <DashboardPage loadHistory={loadHistory} />,
  });
}

test('every figure comes from the server, and what has run out stands first', async () => {
  answerCalls({
    [calls.stats]: { body: stats },
    [calls.products]: ({ query }) => ({
      body: {
        count: 1,
        results: query.lowStock ? [product(1, 'Pintura blanca', 6)] : [product(2, 'Caja apilable', 0)],
      },
    }),
    [calls.movements]: { body: [movement] },
    [calls.alerts]: { body: { count: 0, results: [] } },
  });
  show();
  expect(await screen.findByText('23')).toBeVisible();
  expect(screen.getByRole('link', { name: '17 bajo stock' })).toHaveAttribute(
    'href',
    '/productos?stock=bajo',
  );
  expect(screen.getByText('7.187', { exact: false })).toBeVisible();
  expect(screen.getByText('en 203 productos')).toBeVisible();
  const risk = await screen.findByRole('region', { name: 'Top 5 en Riesgo' });
  const names = within(risk)
    .getAllByRole('listitem')
    .map((row) => within(row).getByRole('link').textContent);
  expect(names).toEqual(['Caja apilable', 'Pintura blanca']);
  expect(screen.getByText('−36')).toBeVisible();
  expect(screen.getByText('Sin alertas')).toBeVisible();
});

test('a panel that fails does so alone, and its retry asks again', async () => {
  let broken = true;
  answerCalls({
    [calls.stats]: { body: stats },
    [calls.products]: { body: { count: 0, results: [] } },
    [calls.movements]: () => (broken ? { status: 500, body: { detail: 'Se cayó' } } : { body: [] }),
    [calls.alerts]: { body: { count: 0, results: [] } },
  });
  show();
  const panel = await screen.findByRole('region', { name: 'Movimientos de Stock' });
  expect(await within(panel).findByText('Error al cargar datos')).toBeVisible();
  expect(within(panel).getByText('Se cayó')).toBeVisible();
  expect(screen.getByText('¡Excelente! No hay productos en riesgo')).toBeVisible();
  broken = false;
  await userEvent.click(within(panel).getByRole('button', { name: 'Reintentar' }));
  expect(await within(panel).findByText('Sin movimientos')).toBeVisible();
});

test('with nothing at all there is one error for the whole page', async () => {
  answerCalls({
    [calls.stats]: { status: 503, body: { detail: 'Vuelve luego' } },
    [calls.products]: { status: 503, body: { detail: 'Vuelve luego' } },
    [calls.movements]: { status: 503, body: { detail: 'Vuelve luego' } },
    [calls.alerts]: { status: 503, body: { detail: 'Vuelve luego' } },
  });
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Error al cargar datosVuelve luego');
});

test('an empty shop gets its first step, if the person may take it', async () => {
  const empty = { ...stats, totalProducts: 0, totalStock: 0 };
  answerCalls({
    [calls.stats]: { body: empty },
    [calls.products]: { body: { count: 0, results: [] } },
    [calls.movements]: { body: [] },
    [calls.alerts]: { body: { count: 0, results: [] } },
  });
  show(['products.edit']);
  expect(await screen.findByRole('link', { name: 'Nuevo Producto' })).toHaveAttribute(
    'href',
    '/productos?nuevo=',
  );
});

test('«Ver todo» opens the history', async () => {
  answerCalls({
    [calls.stats]: { body: stats },
    [calls.products]: { body: { count: 0, results: [] } },
    [calls.movements]: { body: [movement] },
    [calls.alerts]: { body: { count: 0, results: [] } },
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Ver todo' }));
  expect(await screen.findByText('todo el historial')).toBeVisible();
});
