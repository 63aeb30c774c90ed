import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, Suspense, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { lazy } from './lazy';

type DialogProps = { onClose: () => void };
type Module = { default: ComponentType<DialogProps> };

const module: Module = { default: () => <p>el diálogo</p> };

type Part = ReturnType<typeof lazy<DialogProps>>;

/** A screen with a dialog. */
function Page({ Dialog }: { Dialog: Part }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <Suspense>{open ? <Dialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}

/** Opens a dialog whose part comes or fails as a test decides. */
function show(load: () => Promise<Module>) {
  render(<Page Dialog={lazy(load)} />);
  return userEvent.click(screen.getByRole('button', { name: 'Abrir' }));
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('a part that could not be fetched is fetched again on the spot', async () => {
  const load = vi
    .fn<() => Promise<Module>>()
    .mockRejectedValueOnce(new TypeError('no network'))
    .mockResolvedValue(module);
  await show(load);
  expect(await screen.findByRole('alert')).toHaveTextContent('No se ha podido abrir esta parte');
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('el diálogo')).toBeVisible();
});

test('a dialog that did not come is closed and opened again, and the screen stays', async () => {
  const load = vi
    .fn<() => Promise<Module>>()
    .mockRejectedValueOnce(new TypeError('no network'))
    .mockResolvedValue(module);
  await show(load);
  await userEvent.click(await screen.findByRole('button', { name: 'Cerrar' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Abrir' }));
  expect(await screen.findByText('el diálogo')).toBeVisible();
});

test('a dialog that breaks while it is drawn takes nothing else along', async () => {
  const broken = () => {
    throw new Error('broken');
  };
  await show(() => Promise.resolve({ default: broken }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Abrir' })).toBeVisible();
});
