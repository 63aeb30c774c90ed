import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from './button';
import { Field } from './field';
import { Input } from './input';
import { PasswordInput } from './password-input';

test('a field is named by its label and described by its hint', () => {
  render(
    <Field label="Email" hint="El que usas a diario" optional>
      <Input />
    </Field>,
  );
  const input = screen.getByLabelText(/Email/);
  expect(input).toHaveAccessibleDescription('El que usas a diario');
  expect(input).not.toHaveAttribute('aria-invalid');
  expect(screen.getByText('(opcional)')).toBeInTheDocument();
});

test('an error takes the place of the hint and marks the control', () => {
  render(
    <Field label="Email" hint="El que usas a diario" error="El email no es válido">
      <Input />
    </Field>,
  );
  const input = screen.getByLabelText('Email');
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription('El email no es válido');
});

test('a password can be looked at', async () => {
  render(
    <Field label="Clave">
      <PasswordInput />
    </Field>,
  );
  expect(screen.getByLabelText('Clave')).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar contraseña' }));
  expect(screen.getByLabelText('Clave')).toHaveAttribute('type', 'text');
  expect(screen.getByRole('button', { name: 'Ocultar contraseña' })).toBePressed();
});

test('a busy button says what it does, keeps the focus and does nothing more', async () => {
  const submit = vi.fn((event: Event) => event.preventDefault());
  const { container } = render(
    <form>
      <Button type="submit" busy busyLabel="Guardando…">
        Guardar
      </Button>
    </form>,
  );
  container.querySelector('form')?.addEventListener('submit', submit);
  const button = screen.getByRole('button', { name: 'Guardando…' });
  await userEvent.click(button);
  await waitFor(() => expect(button).toHaveFocus());
  expect(submit).not.toHaveBeenCalled();
});
