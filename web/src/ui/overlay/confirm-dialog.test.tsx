import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog';

function Example({ remove }: { remove: () => Promise<void> }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: remove, retry: false });
  return (
    <ConfirmDialog
      open
      onOpenChange={() => undefined}
      title="¿Eliminar «Clavo»?"
      body="No se puede deshacer."
      confirmLabel="Eliminar"
      busy={isPending}
      busyLabel="Eliminando…"
      error={error?.message}
      onConfirm={() => mutate()}
    />
  );
}

test('two clicks at once do it once, and it can be tried again when it has failed', async () => {
  const remove = vi.fn(
    () => new Promise<void>((_, fail) => setTimeout(() => fail(new Error('No se pudo eliminar')), 50)),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Example remove={remove} />
    </QueryClientProvider>,
  );
  const confirm = screen.getByRole('button', { name: 'Eliminar' });
  fireEvent.click(confirm);
  fireEvent.click(confirm);
  await screen.findByText('No se pudo eliminar');
  expect(remove).toHaveBeenCalledOnce();
  fireEvent.click(confirm);
  await vi.waitFor(() => expect(remove).toHaveBeenCalledTimes(2));
});
