import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { testProduct } from '@/features/shared/test-product';
import { answerCalls, type Reply, renderScreen, signInWith } from '@/test-screen';
import type { Product } from '../api';
import ProductFormDialog from './product-form-dialog';

const onClose = vi.fn();
const patch = 'PATCH /api/products/7/';

/** A server that holds one product and compares versions, as the real one does. */
function serve(held: Product, refusal?: Reply) {
  const server = { product: held };
  const { sentTo } = answerCalls({
    'GET /api/products/validate-sku/': { body: { is_available: true } },
    'GET /api/locations/': { body: { results: [], count: 0 } },
    'GET /api/products/categories/': { body: [] },
    'GET /api/products/brands/': { body: [] },
    'GET /api/products/7/': () => ({ body: server.product }),
    'POST /api/products/': refusal ?? { status: 201, body: testProduct() },
    [patch]: ({ headers }) =>
      headers.get('If-Match') === `"v${server.product.version}"`
        ? { body: server.product }
        : { status: 412, body: { detail: 'Otra persona lo ha cambiado' } },
  });
  return { server, sent: () => sentTo(patch).map(({ body }) => body) };
}

function show(product: Product | null) {
  signInWith(['products.edit', 'prices.edit']);
  renderScreen(<ProductFormDialog product={product} barcode="" onClose={onClose} />);
}

async function write(name: string | RegExp, text: string) {
  const field = await screen.findByRole('textbox', { name });
  await userEvent.clear(field);
  // Pasting is one change; typing would redraw the form at every letter.
  await userEvent.paste(text);
}

// A dialog full of fields takes its time on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

beforeEach(() => void onClose.mockReset());

it('puts what the server refuses under its field, with the cursor there, and keeps what was typed', async () => {
  serve(testProduct(), { status: 400, body: { barcode: ['El código de barras no es válido'] } });
  show(null);
  await write('SKU', 'ROT-1');
  await write('Nombre', 'Rotulador');
  await write(/^Código de barras/, '4006381333930');
  await userEvent.click(screen.getByRole('button', { name: 'Crear producto' }));
  const field = screen.getByRole('textbox', { name: /^Código de barras/ });
  await vi.waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription('El código de barras no es válido');
  expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Rotulador');
  expect(onClose).not.toHaveBeenCalled();
});

it('saves on top of a movement of stock without asking, and sends only what changed', async () => {
  const { server, sent } = serve(testProduct({ version: 3 }));
  show(testProduct({ version: 3 }));
  await write('Nombre', 'Pintura satinada');
  server.product = testProduct({ version: 5, currentStock: 2 });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([{ name: 'Pintura satinada' }, { name: 'Pintura satinada' }]);
});

it('lets the person choose where both wrote', async () => {
  const { server, sent } = serve(testProduct({ version: 3, name: 'Pintura' }));
  show(testProduct({ version: 3, name: 'Pintura' }));
  await write('Nombre', 'Pintura mía');
  await write(/^Precio/, '50');
  server.product = testProduct({ version: 4, name: 'Pintura ajena', brand: 'Otra marca' });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }));
  const choice = await screen.findByRole('group', { name: 'Nombre' });
  expect(within(choice).getByRole('radio', { name: /Lo tuyo/ })).toBeChecked();
  // What only the other one changed arrives without a question.
  expect(screen.getByRole('combobox', { name: /^Marca/ })).toHaveValue('Otra marca');
  await userEvent.click(within(choice).getByRole('radio', { name: /Lo guardado/ }));
  expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Pintura ajena');
  await userEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent().at(-1)).toEqual({ price: 50 });
});

it('saves the rest without asking where both wrote the same', async () => {
  const { server, sent } = serve(testProduct({ version: 3, name: 'Pintura' }));
  show(testProduct({ version: 3, name: 'Pintura' }));
  await write('Nombre', 'Pintura nueva');
  await write(/^Precio/, '50');
  server.product = testProduct({ version: 4, name: 'Pintura nueva', brand: 'Otra marca' });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent().at(-1)).toEqual({ price: 50 });
});

it('asks before what was typed is thrown away', async () => {
  serve(testProduct());
  show(null);
  await write('SKU', 'A');
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByText('¿Descartar los cambios?')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Seguir editando' }));
  expect(onClose).not.toHaveBeenCalled();
});
