import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerCalls, type Reply, renderShellScreen, signInWith } from '@/test-screen';
import MovementDialog from './movement-dialog';

const adjust = 'POST /api/products/7/adjust_stock/';
const broom = {
  idProduct: 7,
  name: 'Escoba de exterior',
  sku: 'LIM-7',
  barcode: '8412003143851',
  currentStock: 15,
  available: 15,
  minStock: 4,
  maxStock: null,
};
const main = { id: 1, name: 'Principal', isActive: true, isMain: true };
const annex = { id: 2, name: 'Nave Paterna', isActive: true, isMain: false };

type World = { locations?: object[]; lying?: Reply; answer?: Reply; later?: object };

function show(direction: 'in' | 'out', { locations = [main], lying = { status: 503 }, answer, later }: World = {}) {
  signInWith(['stock.adjust']);
  const calls = answerCalls({
    'GET /api/locations/': { body: { count: locations.length, results: locations } },
    'GET /api/products/search/': { body: [broom] },
    'GET /api/products/7/': () => ({ body: later && calls.sentTo(adjust).length > 0 ? later : broom }),
    'GET /api/products/7/locations/': lying,
    [adjust]: answer ?? { body: { product: broom, movementId: 31, new_stock: 13 } },
  });
  const onClose = vi.fn();
  renderShellScreen({
    path: '/inventario',
    component: () => <MovementDialog direction={direction} onClose={onClose} />,
  });
  return { ...calls, onClose };
}

async function fillIn(quantity: string, reason: string) {
  await userEvent.click(await screen.findByLabelText('Producto'));
  await userEvent.paste('8412003143851');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Cantidad')).toHaveFocus());
  await userEvent.keyboard(quantity);
  await userEvent.selectOptions(screen.getByLabelText('Razón'), reason);
}

test('a way out takes no more than there is, and says so', async () => {
  const { sentTo, onClose } = show('out');
  await fillIn('99', 'damage');
  expect(screen.getByText('Se quitarán las 15 unidades disponibles')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Registrar salida' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentTo(adjust)[0]?.body).toEqual({ type: 'remove', quantity: 15, reason: 'damage' });
});

test('with two locations it says which one, even before it knows what lies there', async () => {
  const { sentTo, onClose } = show('out', { locations: [main, annex] });
  await fillIn('2', 'sale');
  await userEvent.click(screen.getByRole('button', { name: 'Registrar salida' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentTo(adjust)[0]?.body).toEqual({ type: 'remove', quantity: 2, reason: 'sale', locationId: 1 });
});

test('nothing leaves a location where nothing lies', async () => {
  const { sentTo } = show('out', {
    locations: [main, annex],
    lying: { body: [{ locationId: 1, location: 'Principal', stock: 15 }] },
  });
  await fillIn('2', 'sale');
  await screen.findByRole('option', { name: /Nave Paterna \(0/ });
  await userEvent.selectOptions(screen.getByLabelText('Almacén'), '2');
  await userEvent.click(screen.getByRole('button', { name: 'Registrar salida' }));
  expect(await screen.findByText('No quedan unidades que quitar')).toBeVisible();
  expect(sentTo(adjust)).toHaveLength(0);
});

test('what the server refuses stands at its field', async () => {
  const { onClose } = show('out', {
    answer: { status: 400, body: { quantity: ['Stock insuficiente: quedan 1 unidades'] } },
  });
  await fillIn('2', 'sale');
  await userEvent.click(screen.getByRole('button', { name: 'Registrar salida' }));
  expect(await screen.findByText('Stock insuficiente: quedan 1 unidades')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

test('after a refusal the stock on screen is the one of now', async () => {
  show('out', {
    answer: { status: 400, body: { quantity: ['Stock insuficiente: quedan 1 unidades'] } },
    later: { ...broom, currentStock: 1, available: 1 },
  });
  await fillIn('2', 'sale');
  expect(screen.getByText('15')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Registrar salida' }));
  expect(await screen.findByText('Stock insuficiente: quedan 1 unidades')).toBeVisible();
  expect(screen.queryByText('15')).not.toBeInTheDocument();
  expect(screen.getByText('Se quitará la unidad disponible')).toBeVisible();
});

test('an empty form puts the focus on the first thing that is missing', async () => {
  show('in');
  await userEvent.click(await screen.findByRole('button', { name: 'Registrar entrada' }));
  expect(await screen.findByText('Elige un producto')).toBeVisible();
  expect(screen.getByText('La razón es requerida')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Producto')).toHaveFocus());
});
