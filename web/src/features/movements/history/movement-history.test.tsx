import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerCalls, renderShellScreen, signInWith } from '@/test-screen';
import MovementHistory from './movement-history';

const list = 'GET /api/movements/';

function movement(id: number, type: string, product: string) {
  return {
    id,
    type,
    product,
    quantity: 5,
    user: 'Marcos Gil',
    createdAt: '2026-11-14T08:58:00Z',
    undone: false,
  };
}

function show() {
  signInWith([]);
  renderShellScreen({
    path: '/dashboard',
    component: () => <MovementHistory onClose={() => undefined} />,
  });
}

test('lists the movements of the server above everything else', async () => {
  answerCalls({
    [list]: {
      body: { count: 2, results: [movement(2, 'entrada', 'Taladro'), movement(1, 'salida', 'Sierra')] },
    },
  });
  show();
  const dialog = await screen.findByRole('dialog', { name: 'Historial de Movimientos' });
  expect(dialog.closest('#movement-history')).toHaveClass('z-999999');
  const [came, went] = await within(dialog).findAllByRole('listitem');
  expect(came).toHaveTextContent('TaladroEntrada · 14/11/2026, 09:58 · Marcos Gil+5');
  expect(went).toHaveTextContent('−5');
  expect(dialog).toHaveTextContent('Total de movimientos encontrados: 2');
});

test('search and period are asked of the server', async () => {
  const { sentTo } = answerCalls({ [list]: { body: { count: 0, results: [] } } });
  show();
  expect(await screen.findByText('No se encontraron movimientos para los filtros seleccionados.')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Buscar por producto o usuario...'), 'gil{Enter}');
  await userEvent.click(screen.getByRole('radio', { name: 'Esta Semana' }));
  await waitFor(() => {
    expect(sentTo(list).at(-1)?.query).toMatchObject({ search: 'gil', dateFrom: expect.any(String) });
  });
});

test('a longer history grows at its end', async () => {
  const first = Array.from({ length: 50 }, (_, i) => movement(51 - i, 'salida', 'Sierra'));
  const { sentTo } = answerCalls({
    [list]: ({ query }) => ({
      body: {
        count: 51,
        results: query.page === '1' ? first : [movement(1, 'entrada', 'Lo primero de todo')],
      },
    }),
  });
  show();
  await userEvent.click(await screen.findByText('Ver más movimientos'));
  expect(await screen.findByText('Lo primero de todo')).toBeVisible();
  expect(screen.getAllByText('Sierra')).toHaveLength(50);
  expect(sentTo(list).map(({ query }) => query.page)).toEqual(['1', '2']);
  expect(screen.queryByText('Ver más movimientos')).toBeNull();
});
