import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { testProduct } from '@/features/shared/test-product';
import { answerCalls, type Reply, renderScreen } from '@/test-screen';
import type { Adjustment } from '../api';
import AdjustDialog from './adjust-dialog';

const paint = testProduct();
const adjusting = 'POST /api/products/7/adjust_stock/';
const twoLocations = [
  { id: 1, name: 'Principal', isActive: true, isMain: true },
  { id: 2, name: 'Nave Paterna', isActive: true, isMain: false },
];

/** A server with one product, whose answers to adjustments a test decides. It never says where the units lie. */
function serve(adjust: (body: Adjustment) => Reply, locations: object[] = []) {
  const server = { stock: paint.currentStock };
  const { sentTo } = answerCalls({
    'GET /api/locations/': { body: { results: locations, count: locations.length } },
    'GET /api/products/7/locations/': () => new Promise(() => undefined),
    'GET /api/products/7/': () => ({ body: { ...paint, currentStock: server.stock, available: server.stock } }),
    [adjusting]: ({ body }) => adjust(body as Adjustment),
  });
  return { server, sent: () => sentTo(adjusting) };
}

const onClose = vi.fn();

const show = () => renderScreen(<AdjustDialog product={paint} onClose={onClose} />);

async function fill(type: string, quantity: string, reason = 'Producto dañado') {
  await userEvent.click(await screen.findByRole('radio', { name: type }));
  await userEvent.click(screen.getByRole('textbox', { name: 'Cantidad' }));
  await userEvent.paste(quantity);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Razón' }), reason);
}

const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Guardar ajuste' }));
const done = (stock: number): Reply => ({
  status: 200,
  body: { new_stock: stock, movementId: 91, product: { ...paint, currentStock: stock, available: stock } },
});

// A dialog full of fields takes its time on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

beforeEach(() => void onClose.mockReset());

it('says what is missing and sends nothing', async () => {
  const { sent } = serve(() => done(6));
  show();
  await save();
  expect(await screen.findByText('La cantidad debe ser mayor a 0')).toBeVisible();
  expect(screen.getByText('La razón es requerida')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Cantidad' })).toHaveFocus();
  expect(sent()).toEqual([]);
});

it('takes what there is when asked for more, and says so first', async () => {
  const { sent } = serve(() => done(0));
  show();
  await fill('Quitar Stock', '24');
  expect(screen.getByText('Se quitarán las 6 unidades disponibles')).toBeVisible();
  await save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()[0]?.body).toEqual({ type: 'remove', quantity: 6, reason: 'damage' });
});

it('shows the stock of now when somebody was faster', async () => {
  const { sent, server } = serve(({ expectedStock }) => {
    if (expectedStock === 9) return done(20);
    server.stock = 9;
    return { status: 409, body: { detail: 'El stock ha cambiado mientras tanto: ahora hay 9 unidades' } };
  });
  show();
  await fill('Establecer Stock', '20', 'Ajuste manual');
  await save();
  expect(await screen.findByText('El stock ha cambiado mientras tanto')).toBeVisible();
  expect(screen.getByText(/Ahora hay 9 unidades/)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent().map(({ body }) => (body as Adjustment).expectedStock)).toEqual([6, 9]);
});

it('sends nothing when the stock is already that', async () => {
  const { sent } = serve(() => done(6));
  show();
  await fill('Establecer Stock', '6');
  await save();
  expect(await screen.findByText(/El stock ya es de 6 unidades/)).toBeVisible();
  expect(sent()).toEqual([]);
});

it('repeats a lost save under the same key and keeps what was typed', async () => {
  let lost = true;
  const { sent } = serve(() => {
    if (!lost) return done(11);
    lost = false;
    throw new TypeError('the line broke');
  });
  show();
  await fill('Agregar Stock', '5', 'Restock');
  await save();
  expect(await screen.findByText('Error al ajustar el stock')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Cantidad' })).toHaveValue('5');
  await save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  const [first, second] = sent().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(first).not.toBeNull();
  expect(second).toBe(first);
});

it('takes away before it is known where the units lie, for all of them may lie here', async () => {
  const { sent } = serve(() => done(4), twoLocations);
  show();
  await screen.findByRole('option', { name: /^Nave Paterna/ });
  await fill('Quitar Stock', '2');
  await save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()[0]?.body).toEqual({ type: 'remove', quantity: 2, reason: 'damage', locationId: 1 });
});

it('leaves it to the server whether the stock is already that, while it is unknown what lies here', async () => {
  const { sent } = serve(() => done(10), twoLocations);
  show();
  await screen.findByRole('option', { name: /^Nave Paterna/ });
  await fill('Establecer Stock', '6');
  await save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()[0]?.body).toEqual({
    type: 'set',
    quantity: 6,
    expectedStock: 6,
    reason: 'damage',
    locationId: 1,
  });
});

it('offers the reasons of the direction, also of the one that a figure turns out to have', async () => {
  serve(() => done(6));
  show();
  const reason = await screen.findByRole('combobox', { name: 'Razón' });
  const offered = () => Array.from(reason.querySelectorAll('option'), (option) => option.textContent);
  expect(offered()).toContain('Restock');
  expect(offered()).not.toContain('Venta realizada');
  await userEvent.selectOptions(reason, 'Restock');
  await userEvent.click(screen.getByRole('radio', { name: 'Quitar Stock' }));
  expect(reason).toHaveValue('');
  expect(offered()).toContain('Venta realizada');
  expect(offered()).not.toContain('Devolución de cliente');
  await userEvent.click(screen.getByRole('radio', { name: 'Establecer Stock' }));
  expect(offered()).toEqual(expect.arrayContaining(['Restock', 'Venta realizada']));
  await userEvent.type(screen.getByRole('textbox', { name: 'Cantidad' }), String(paint.currentStock + 1));
  expect(offered()).not.toContain('Producto dañado');
});
