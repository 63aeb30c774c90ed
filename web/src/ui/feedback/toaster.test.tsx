import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { closeToast, showToast } from './toast';
import { Toaster } from './toaster';

test('the first toast is shown although its list has still to be fetched, and so are the next ones', async () => {
  render(<Toaster />);
  showToast({ title: 'Cambios guardados', description: 'Todo en su sitio' });
  expect(await screen.findByText('Cambios guardados')).toBeInTheDocument();
  expect(screen.getByText('Todo en su sitio')).toBeInTheDocument();
  showToast({ title: 'Otra cosa' });
  expect(await screen.findByText('Otra cosa')).toBeInTheDocument();
});

test('the action acts once and closes its toast', async () => {
  const undo = vi.fn();
  render(<Toaster />);
  showToast({ title: 'Stock ajustado', action: { label: 'Deshacer', onClick: undo } });
  await userEvent.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(undo).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(screen.queryByText('Stock ajustado')).not.toBeInTheDocument());
});

test('whoever showed it can close it', async () => {
  render(<Toaster />);
  const id = showToast({ title: 'Hay una nueva versión', sticky: true });
  await screen.findByText('Hay una nueva versión');
  closeToast(id);
  await vi.waitFor(() => expect(screen.queryByText('Hay una nueva versión')).not.toBeInTheDocument());
});
