import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Product } from '@/features/shared/api';
import { testProduct } from '@/features/shared/test-product';
import { answerCalls, fillIn, renderScreen } from '@/test-screen';
import ConfigureDialog from './configure-dialog';

const patch = 'PATCH /api/products/7/';
const overtaken = /Otra persona ha cambiado este producto/;

// A dialog full of fields takes its time on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

/** A server that holds one product and compares versions, as the real one does. */
function show() {
  const server = { product: testProduct({ version: 3 }) };
  const { sentTo } = answerCalls({
    'GET /api/products/7/': () => ({ body: server.product }),
    [patch]: ({ headers }) =>
      headers.get('If-Match') === `"v${server.product.version}"`
        ? { body: server.product }
        : { status: 412, body: { detail: 'Otra persona lo ha cambiado' } },
  });
  const onClose = vi.fn();
  renderScreen(<ConfigureDialog productId={7} onClose={onClose} />);
  const change = (other: Partial<Product>) => {
    server.product = testProduct(other);
  };
  return { change, onClose, sent: () => sentTo(patch).map(({ body }) => body) };
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Guardar' }));

it('saves on top of a sale without asking', async () => {
  const { change, onClose, sent } = show();
  await fillIn({ 'Días de alerta': '15' });
  change({ version: 4, currentStock: 5 });
  await save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([{ alertDays: 15 }, { alertDays: 15 }]);
});

it('asks where both wrote, and shows what else was saved meanwhile', async () => {
  const { change, onClose, sent } = show();
  await fillIn({ 'Días de alerta': '15' });
  change({ version: 4, alertDays: 20, maxStock: 60 });
  await save();
  expect(await screen.findByText(overtaken)).toBeVisible();
  expect(screen.getByLabelText('Días de alerta')).toHaveValue('15');
  expect(screen.getByLabelText(/^Stock máximo/)).toHaveValue('60');
  await save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent().at(-1)).toEqual({ alertDays: 15 });
});
