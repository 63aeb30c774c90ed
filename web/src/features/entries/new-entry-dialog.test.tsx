import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerCalls, renderShellScreen, signInWith } from '@/test-screen';
import NewEntryDialog from './new-entry-dialog';

const batch = 'POST /api/entries/batch/';

const drill = {
  idProduct: 7,
  name: 'Taladro percutor',
  sku: 'HER-1',
  barcode: '8412003143851',
  currentStock: 3,
  available: 3,
};
const nails = { idProduct: 9, name: 'Clavos 40 mm', sku: 'FIJ-2', barcode: '', currentStock: 80, available: 80 };

function serve(reply: { status: number; body: unknown }) {
  return answerCalls({
    'GET /api/locations/': {
      body: { count: 1, results: [{ id: 1, name: 'Principal', isActive: true, isMain: true }] },
    },
    'GET /api/business/': { body: { purchaseCurrency: 'USD' } },
    'GET /api/products/search/': ({ query }) => ({ body: query.q === 'clavos' ? [nails] : [drill] }),
    [batch]: reply,
  });
}

function show(permissions: string[]) {
  signInWith(permissions);
  const onClose = vi.fn();
  renderShellScreen({ path: '/entrada-stock', component: () => <NewEntryDialog onClose={onClose} /> });
  return { onClose };
}

async function addProducts() {
  // A barcode reader types the code and Enter before any list can have arrived.
  await userEvent.click(await screen.findByLabelText('Producto'));
  await userEvent.paste('8412003143851');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Cantidad')).toHaveFocus());
  await userEvent.keyboard('12{Tab}1.500{Enter}');
  const [, second] = await screen.findAllByLabelText('Producto');
  await waitFor(() => expect(second).toHaveFocus());
  await userEvent.paste('clavos');
  await userEvent.click(await screen.findByRole('option', { name: /Clavos 40 mm/ }));
  await waitFor(() => expect(screen.getAllByLabelText('Cantidad')[1]).toHaveFocus());
  await userEvent.keyboard('100');
}

test('sends every line in one go', async () => {
  const { sentTo } = serve({ status: 201, body: { results: [] } });
  const { onClose } = show(['entries.edit', 'costs.edit']);
  await addProducts();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentTo(batch)[0]?.body).toEqual({
    lines: [
      { productId: 7, quantity: 12, entryType: 'purchase', unitCost: 1500 },
      { productId: 9, quantity: 100, entryType: 'purchase' },
    ],
  });
});

test('what the server refuses is said at its field of its line', async () => {
  serve({ status: 400, body: { 'lines[1].quantity': ['La cantidad es demasiado grande'] } });
  const { onClose } = show(['entries.edit', 'costs.edit']);
  await addProducts();
  await userEvent.click(screen.getByRole('button', { name: 'Registrar 2 entradas' }));
  expect(await screen.findByText('La cantidad es demasiado grande')).toBeVisible();
  const [first, second] = screen.getAllByLabelText('Cantidad');
  expect(first).not.toHaveAttribute('aria-invalid');
  expect(second).toHaveAccessibleDescription('La cantidad es demasiado grande');
  await waitFor(() => expect(second).toHaveFocus());
  expect(onClose).not.toHaveBeenCalled();
});

test('an empty form asks for a product first and sends nothing', async () => {
  const { sentTo } = serve({ status: 201, body: { results: [] } });
  show(['entries.edit']);
  await userEvent.click(await screen.findByRole('button', { name: 'Registrar entrada' }));
  expect(await screen.findByText('Elige un producto')).toBeVisible();
  expect(screen.getByText('La cantidad debe ser mayor a 0')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Producto')).toHaveFocus());
  expect(sentTo(batch)).toHaveLength(0);
});

test('whoever may not see to costs is not asked for them', async () => {
  serve({ status: 201, body: { results: [] } });
  show(['entries.edit']);
  const dialog = await screen.findByRole('dialog', { name: 'Nueva Entrada' });
  expect(within(dialog).getByLabelText('Cantidad')).toBeVisible();
  expect(within(dialog).queryByLabelText(/Coste unitario/)).toBeNull();
});
