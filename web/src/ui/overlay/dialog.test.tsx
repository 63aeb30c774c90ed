import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { Dialog } from './dialog';

function Example({ dirty, onSave }: { dirty: boolean; onSave?: () => void }) {
  const [open, setOpen] = useState(true);
  const first = useRef<HTMLInputElement>(null);
  return (
    <Dialog open={open} onOpenChange={setOpen} title="Cambiar el nombre" dirty={dirty} initialFocus={first}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSave?.();
        }}
      >
        <Field label="Nombre">
          <Input ref={first} />
        </Field>
      </form>
    </Dialog>
  );
}

test('the focus starts in the first field and Escape closes', async () => {
  render(<Example dirty={false} />);
  await vi.waitFor(() => expect(screen.getByLabelText('Nombre')).toHaveFocus());
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('unsaved changes are not lost without a question', async () => {
  render(<Example dirty />);
  await userEvent.click(await screen.findByRole('button', { name: 'Cerrar' }));
  const question = await screen.findByRole('alertdialog', { name: '¿Descartar los cambios?' });
  expect(question).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  await vi.waitFor(() => expect(screen.queryByText('Cambiar el nombre')).not.toBeInTheDocument());
});

test('Ctrl + Enter sends the form', async () => {
  const save = vi.fn();
  render(<Example dirty onSave={save} />);
  await userEvent.click(await screen.findByLabelText('Nombre'));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(save).toHaveBeenCalledOnce();
});
