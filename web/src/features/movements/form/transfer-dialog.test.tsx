import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { testProduct } from '@/features/shared/test-product';
import { answerCalls, renderShellScreen, signInWith } from '@/test-screen';
import TransferDialog from './transfer-dialog';

const transfers = 'POST /api/transfers/';
const paint = testProduct({ barcode: '8412003143851' });
const locations = [
  { id: 1, name: 'Principal', isActive: true, isMain: true },
  { id: 2, name: 'Nave Paterna', isActive: true, isMain: false },
];

test('what the server refuses stands at its field, beside what lies where now', async () => {
  signInWith(['stock.adjust']);
  const { sentTo } = answerCalls({
    'GET /api/locations/': { body: { count: 2, results: locations } },
    'GET /api/products/search/': { body: [paint] },
    'GET /api/products/7/': { body: paint },
    'GET /api/products/7/locations/': () => ({
      body: [{ locationId: 1, location: 'Principal', stock: sentTo(transfers).length > 0 ? 1 : 6 }],
    }),
    [transfers]: { status: 400, body: { productId: ['El producto no existe'] } },
  });
  const onClose = vi.fn();
  renderShellScreen({ path: '/inventario', component: () => <TransferDialog onClose={onClose} /> });
  await userEvent.click(await screen.findByLabelText('Producto'));
  await userEvent.paste(paint.barcode);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Cantidad')).toHaveFocus());
  await userEvent.keyboard('2');
  await screen.findAllByRole('option', { name: /Principal \(6/ });
  await userEvent.selectOptions(screen.getByLabelText('Desde'), '1');
  await userEvent.selectOptions(screen.getByLabelText('Hasta'), '2');
  await userEvent.click(screen.getByRole('button', { name: 'Traspasar' }));
  await waitFor(() => expect(screen.getByLabelText('Producto')).toHaveAccessibleDescription('El producto no existe'));
  expect(screen.getAllByRole('option', { name: /Principal \(1/ })).toHaveLength(2);
  expect(onClose).not.toHaveBeenCalled();
});

test('an empty form says what is missing and puts the focus on the first of it', async () => {
  signInWith(['stock.adjust']);
  answerCalls({ 'GET /api/locations/': { body: { count: 2, results: locations } } });
  renderShellScreen({ path: '/inventario', component: () => <TransferDialog onClose={() => undefined} /> });
  await userEvent.click(await screen.findByRole('button', { name: 'Traspasar' }));
  expect(await screen.findByText('Elige un producto')).toBeVisible();
  expect(screen.getByText('La cantidad debe ser mayor a 0')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Producto')).toHaveFocus());
});
