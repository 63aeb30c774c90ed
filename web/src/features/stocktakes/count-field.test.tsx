import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerCalls, type Reply, renderShellScreen, signInWith } from '@/test-screen';
import type { Line } from './api';
import { CountField } from './count-field';
import { addPending, nextPending } from './pending';

function line(productId: number, productName: string, counted: number | null): Line {
  return {
    productId,
    productName,
    productSku: `SKU-${productId}`,
    barcode: '',
    imageUrl: '',
    category: '',
    expected: 10,
    counted,
    difference: null,
    countedByName: null,
    countedAt: null,
    movementId: null,
  };
}

const put = 'PUT /api/stocktakes/5/lines/1/';

const kept = { body: { stocktake: { id: 5 }, line: line(1, 'Taladro', 4) } };
const refused = { status: 409, body: { detail: 'Ya está registrado' } };

function show(counted: number | null, reply: Reply | (() => Reply | Promise<Reply>) = kept) {
  signInWith(['stock.adjust']);
  const calls = answerCalls({ [put]: reply });
  renderShellScreen({
    path: '/inventario',
    component: () => (
      <>
        <CountField line={line(1, 'Taladro', counted)} stocktakeId={5} />
        <CountField line={line(2, 'Sierra', null)} stocktakeId={5} />
      </>
    ),
  });
  return calls;
}

test('Enter keeps the count and goes on to the next product', async () => {
  const { sentTo } = show(null);
  await userEvent.type(await screen.findByLabelText('Contado de Taladro'), '4{Enter}');
  await waitFor(() => expect(sentTo(put)).toHaveLength(1));
  expect(sentTo(put)[0]?.body).toEqual({ counted: 4 });
  await waitFor(() => expect(screen.getByLabelText('Contado de Sierra')).toHaveFocus());
});

test('one more is one more than what was just typed', async () => {
  const { sentTo } = show(null);
  await userEvent.type(await screen.findByLabelText('Contado de Taladro'), '4');
  await userEvent.click(screen.getByRole('button', { name: 'Una más de Taladro' }));
  await waitFor(() => expect(sentTo(put).at(-1)?.body).toEqual({ counted: 5 }));
});

test('a count stands behind what waits to be sent, so that nothing is added to it later', async () => {
  const { sentTo } = show(null);
  addPending({ kind: 'scan', stocktakeId: 5, code: '8412345678905', quantity: 1 }, 'k1');
  await userEvent.type(await screen.findByLabelText('Contado de Taladro'), '4{Enter}');
  await waitFor(() => expect(screen.getByText('Pendiente de enviar')).toBeVisible());
  expect(sentTo(put)).toHaveLength(0);
  expect(nextPending()).toMatchObject({ key: 'k1' });
});

test('an emptied field takes the count back, an untouched one sends nothing', async () => {
  const { sentTo } = show(7);
  const field = await screen.findByLabelText('Contado de Taladro');
  await userEvent.click(field);
  await userEvent.tab();
  expect(sentTo(put)).toHaveLength(0);
  await userEvent.clear(field);
  await userEvent.tab();
  await waitFor(() => expect(sentTo(put)[0]?.body).toEqual({ counted: null }));
});

test('what is no number is not sent', async () => {
  const { sentTo } = show(null);
  await userEvent.type(await screen.findByLabelText('Contado de Taladro'), 'tres{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Escribe un número entero');
  expect(sentTo(put)).toHaveLength(0);
});

test('a refused count says why and keeps what was typed', async () => {
  show(7, refused);
  await userEvent.click(await screen.findByRole('button', { name: 'Una más de Taladro' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Ya está registrado');
  expect(screen.getByLabelText('Contado de Taladro')).toHaveValue('8');
});

test('a count waits for the one before it, so that the last one stays', async () => {
  let answerFirst: (reply: Reply) => void = () => undefined;
  const first = new Promise<Reply>((resolve) => {
    answerFirst = resolve;
  });
  const { sentTo } = show(null, () => (sentTo(put).length === 1 ? first : kept));
  await userEvent.type(await screen.findByLabelText('Contado de Taladro'), '4');
  await userEvent.click(screen.getByRole('button', { name: 'Una más de Taladro' }));
  await waitFor(() => expect(screen.getByLabelText('Contado de Taladro')).toHaveValue('5'));
  expect(sentTo(put).map(({ body }) => body)).toEqual([{ counted: 4 }]);
  answerFirst(kept);
  await waitFor(() => expect(sentTo(put).map(({ body }) => body)).toEqual([{ counted: 4 }, { counted: 5 }]));
});

test('Escape gives up what was typed, and what was wrong with it', async () => {
  show(7, refused);
  const field = await screen.findByLabelText('Contado de Taladro');
  await userEvent.clear(field);
  await userEvent.type(field, 'tres');
  await userEvent.tab();
  expect(await screen.findByRole('alert')).toHaveTextContent('Escribe un número entero');
  await userEvent.type(field, '{Escape}');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Una más de Taladro' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Ya está registrado');
  await userEvent.type(field, '{Escape}');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(field).toHaveValue('7');
});
