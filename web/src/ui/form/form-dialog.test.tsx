import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '@/lib/api-error';
import { Field } from './field';
import { FormDialog } from './form-dialog';
import { Input } from './input';

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

const onClose = vi.fn();

function Example({ onSubmit }: { onSubmit: (values: { name: string }) => Promise<void> }) {
  const form = useForm({ defaultValues: { name: '' } });
  return (
    <FormDialog
      form={form}
      onSubmit={onSubmit}
      onClose={onClose}
      title="Cambiar el nombre"
      saveLabel="Guardar"
      savingLabel="Guardando…"
      failedTitle="No se pudo guardar"
    >
      <Field label="Nombre" error={form.formState.errors.name?.message}>
        <Input {...form.register('name')} />
      </Field>
    </FormDialog>
  );
}

test('what the server says of a field stands there, with the cursor, and goes when it is sent again', async () => {
  const onSubmit = vi.fn<(values: { name: string }) => Promise<void>>();
  onSubmit.mockRejectedValueOnce(new ApiError({ kind: 'fields', status: 400, fields: { name: ['Ya existe'] } }));
  render(<Example onSubmit={onSubmit} />);
  const field = screen.getByLabelText('Nombre');
  await userEvent.type(field, 'Almacén norte');
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await vi.waitFor(() => expect(field).toHaveAccessibleDescription('Ya existe'));
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveValue('Almacén norte');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.type(field, ' 2{Control>}{Enter}{/Control}');
  await vi.waitFor(() => expect(onSubmit).toHaveBeenLastCalledWith({ name: 'Almacén norte 2' }));
  expect(field).not.toHaveAccessibleDescription();
});

test('a failure of the whole is said above the buttons until it works', async () => {
  const onSubmit = vi.fn<(values: { name: string }) => Promise<void>>();
  onSubmit.mockRejectedValueOnce(new ApiError({ kind: 'http', status: 500, detail: 'Error interno' }));
  render(<Example onSubmit={onSubmit} />);
  const save = screen.getByRole('button', { name: 'Guardar' });
  await userEvent.click(save);
  expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo guardarError interno');
  await userEvent.click(save);
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('sent again and again, it goes out once until there is an answer', async () => {
  let answer = () => {};
  const onSubmit = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
  render(<Example onSubmit={onSubmit} />);
  await userEvent.click(screen.getByLabelText('Nombre'));
  await userEvent.keyboard('{Control>}{Enter}{Enter}{Enter}{/Control}');
  await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onSubmit).toHaveBeenCalledOnce();
  answer();
  await screen.findByRole('button', { name: 'Guardar' });
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
});

test('closing asks only when something would be lost', async () => {
  onClose.mockReset();
  render(<Example onSubmit={async () => undefined} />);
  await userEvent.type(screen.getByLabelText('Nombre'), 'x');
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Descartar' }));
  expect(onClose).toHaveBeenCalledOnce();
});
