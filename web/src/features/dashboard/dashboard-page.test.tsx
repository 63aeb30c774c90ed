import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerCalls, renderShellScreen, signInWith } from '@/test-screen';
import { DashboardPage } from './dashboard-page';

const stats = {
  totalProducts: 203,
  totalStock: 7187,
  lowStockProducts: 17,
  outOfStockProducts: 6,
  inactiveProducts: 0,
  discontinuedProducts: 0,
  stockDays: [
    { date: '2026-11-13', stock: 7400 },
    { date: '2026-11-14', stock: 7300 },
    { date: '2026-11-15', stock: 7187 },
  ],
};

function product(id: number, name: string, currentStock: number) {
  return { idProduct: id, name, sku: `SKU-${id}`, currentStock, available: currentStock, minStock: 12, maxStock: null };
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
  trend: 'GET /api/pedidos/tendencia/',
  statistics: 'GET /api/pedidos/estadisticas/',
  orders: 'GET /api/pedidos/recent/',
  alerts: 'GET /api/alerts/',
  sellers: 'GET /api/products/best-sellers/',
};

const noOrders = {
  total_pedidos: 0,
  promedio_diario: 0,
  maximo_diario: 0,
  growth_rate: null,
  periodo: 30,
  shippedToday: 0,
  shippedYesterdayByNow: 0,
};

/** A shop that has stock and nothing else to tell. */
const quiet = {
  [calls.stats]: { body: stats },
  [calls.products]: { body: { count: 0, results: [] } },
  [calls.movements]: { body: [] },
  [calls.trend]: { body: [] },
  [calls.statistics]: { body: noOrders },
  [calls.orders]: { body: [] },
  [calls.alerts]: { body: { count: 0, results: [] } },
  [calls.sellers]: { body: [] },
};

/** There is no layout here, so no picture is ever given room. */
class NoRoom {
  observe() {}
  disconnect() {}
}

/** Days that end today, with as many orders and as many shipped. */
function days(...counts: [orders: number, shipped: number][]) {
  return counts.map(([orders, shipped], index) => ({
    date: `2026-11-${String(index + 1).padStart(2, '0')}`,
    orders,
    shipped,
    revenue: 0,
  }));
}

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
    ...quiet,
    [calls.products]: ({ query }) => ({
      body: {
        count: 1,
        results: query.lowStock ? [product(1, 'Pintura blanca', 6)] : [product(2, 'Caja apilable', 0)],
      },
    }),
    [calls.movements]: { body: [movement] },
  });
  show();
  expect(await screen.findByText('23')).toBeVisible();
  expect(screen.getByRole('link', { name: '17 bajo stock' })).toHaveAttribute('href', '/productos?stock=bajo');
  expect(screen.getByText('7.187', { exact: false })).toBeVisible();
  expect(screen.getByText('en 203 productos')).toBeVisible();
  expect(screen.getByText('−213 en 2 días')).toBeVisible();
  const risk = await screen.findByRole('region', { name: 'Top 5 en Riesgo' });
  const names = within(risk)
    .getAllByRole('listitem')
    .map((row) => within(row).getByRole('link').textContent);
  expect(names).toEqual(['Caja apilable', 'Pintura blanca']);
  expect(screen.getByText('−36')).toBeVisible();
});

test('a panel that fails does so alone, and its retry asks again', async () => {
  let broken = true;
  answerCalls({
    ...quiet,
    [calls.movements]: () => (broken ? { status: 500, body: { detail: 'Se cayó' } } : { body: [] }),
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
  const down = { status: 503, body: { detail: 'Vuelve luego' } };
  answerCalls(Object.fromEntries(Object.values(calls).map((call) => [call, down])));
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Error al cargar datosVuelve luego');
});

test('an empty shop gets its first step, if the person may take it', async () => {
  const empty = { ...stats, totalProducts: 0, totalStock: 0 };
  answerCalls({ ...quiet, [calls.stats]: { body: empty } });
  show(['products.edit']);
  expect(await screen.findByRole('link', { name: 'Nuevo Producto' })).toHaveAttribute('href', '/productos?nuevo=');
});

test('«Ver todo» opens the history', async () => {
  answerCalls({ ...quiet, [calls.movements]: { body: [movement] } });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Ver todo' }));
  expect(await screen.findByText('todo el historial')).toBeVisible();
});

test('what was shipped today is compared with yesterday until the same hour', async () => {
  answerCalls({
    ...quiet,
    [calls.trend]: { body: days([0, 0], [2, 9], [1, 5]) },
    [calls.statistics]: { body: { ...noOrders, shippedToday: 5, shippedYesterdayByNow: 4 } },
  });
  show();
  const summary = await screen.findByRole('region', { name: 'Resumen' });
  expect(await within(summary).findByText('+25 %')).toBeVisible();
  expect(within(summary).getByText('5')).toBeVisible();
});

test('nothing is compared with a day on which nothing was shipped', async () => {
  const statistics = { ...noOrders, shippedToday: 2 };
  answerCalls({
    ...quiet,
    [calls.trend]: { body: days([3, 0], [0, 2]) },
    [calls.statistics]: { body: statistics },
  });
  show();
  expect(await screen.findByText('Ayer a esta hora no había salido ninguno')).toBeVisible();
});

test('a chart says the same to those who do not see it', async () => {
  vi.stubGlobal('ResizeObserver', NoRoom);
  const month = days(...Array.from({ length: 30 }, (_, index): [number, number] => [index % 7, 0]));
  answerCalls({
    ...quiet,
    [calls.trend]: ({ query }) => ({ body: query.periodo === '7' ? month.slice(-7) : month }),
    [calls.statistics]: {
      body: { ...noOrders, total_pedidos: 85, promedio_diario: 2.83, growth_rate: -12.4 },
    },
  });
  show();
  const panel = await screen.findByRole('region', { name: 'Tendencia de pedidos' });
  const table = await within(panel).findByRole('table', {
    name: /^Pedidos de los últimos 30 días: 85 pedidos/,
  });
  expect(within(table).getAllByRole('row')).toHaveLength(31);
  // The first week cannot be evened out yet; the seventh day is the mean of 0 to 6.
  expect(within(table).getByRole('row', { name: /7 de noviembre 6 3,0$/ })).toBeInTheDocument();
  expect(within(panel).getByText('−12 %')).toBeVisible();
  await userEvent.click(within(panel).getByRole('radio', { name: '7 días' }));
  expect(await within(panel).findByRole('table', { name: /^Pedidos de los últimos 7 días/ })).toBeInTheDocument();
});

test('the best sellers show their growth, and the new ones that they are new', async () => {
  const seller = { productId: 1, productName: 'Bombilla', sku: 'B-1', sold: 40, growth: -3.6 };
  const fresh = { productId: 2, productName: 'Taco', sku: 'T-1', sold: 1, growth: null };
  answerCalls({ ...quiet, [calls.sellers]: { body: [seller, fresh] } });
  show();
  const panel = await screen.findByRole('region', { name: 'Top 5 Más Vendidos' });
  const [first, second] = await within(panel).findAllByRole('listitem');
  expect(first).toHaveTextContent('Bombilla40 uds.−4 %');
  expect(second).toHaveTextContent('Taco1 ud.Nuevo');
});
