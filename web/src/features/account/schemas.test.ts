import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { linkPasswordSchema, passwordSchema, profileSchema, registerSchema } from './schemas';

/** The first message of each wrong field, as a form shows them. */
function messages(schema: z.ZodMiniType, values: unknown): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    wrong[path.join('.')] ??= message;
  }
  return wrong;
}

const person = {
  firstName: 'Núria',
  middleName: '',
  lastName: 'Peña',
  secondLastName: '',
  email: 'nuria@ejemplo.es',
};

const newcomer = {
  ...person,
  username: 'nuria',
  dni: '12345678Z',
  password: 'contraseña',
  confirmPassword: 'contraseña',
};

describe('registering', () => {
  test('a complete form is right without the optional names', () => {
    expect(messages(registerSchema, newcomer)).toEqual({});
  });

  test('an empty form names every required field', () => {
    const empty = Object.fromEntries(Object.keys(newcomer).map((name) => [name, '']));
    expect(messages(registerSchema, empty)).toEqual({
      firstName: 'El nombre es requerido',
      lastName: 'El apellido es requerido',
      username: 'El usuario es requerido',
      dni: 'El DNI es requerido',
      email: 'El email es requerido',
      password: 'La contraseña es requerida',
      confirmPassword: 'La confirmación de contraseña es requerida',
    });
  });

  test.each([
    {
      change: { password: '1234567' },
      wrong: 'password',
      text: 'La contraseña debe tener al menos 8 caracteres',
    },
    {
      change: { password: '🔑🔑🔑🔑' },
      wrong: 'password',
      text: 'La contraseña debe tener al menos 8 caracteres',
    },
    { change: { confirmPassword: 'otra' }, wrong: 'confirmPassword', text: 'Las contraseñas no coinciden' },
    { change: { email: 'nuria@ejemplo' }, wrong: 'email', text: 'El email no es válido' },
    { change: { email: 'nuria ejemplo.es' }, wrong: 'email', text: 'El email no es válido' },
  ])('$text', ({ change, wrong, text }) => {
    expect(messages(registerSchema, { ...newcomer, ...change })[wrong]).toBe(text);
  });
});

test('a profile needs a name, a surname and an address', () => {
  expect(messages(profileSchema, { ...person, firstName: '', lastName: ' ', email: '' })).toEqual({
    firstName: 'El nombre es requerido',
    lastName: 'El apellido es requerido',
    email: 'El email es requerido',
  });
});

describe('changing the password', () => {
  const change = {
    currentPassword: 'la de antes',
    newPassword: 'la de ahora',
    confirmPassword: 'la de ahora',
  };

  test.each([
    { name: 'right', values: change, wrong: {} },
    {
      name: 'nothing typed',
      values: { currentPassword: '', newPassword: '', confirmPassword: '' },
      wrong: {
        currentPassword: 'Todos los campos son obligatorios',
        newPassword: 'Todos los campos son obligatorios',
        confirmPassword: 'Todos los campos son obligatorios',
      },
    },
    {
      name: 'too short',
      values: { ...change, newPassword: 'corta', confirmPassword: 'corta' },
      wrong: { newPassword: 'La nueva contraseña debe tener al menos 8 caracteres' },
    },
    {
      name: 'different',
      values: { ...change, confirmPassword: 'la de luego' },
      wrong: { confirmPassword: 'Las contraseñas nuevas no coinciden' },
    },
    {
      name: 'the same as before',
      values: { currentPassword: 'la de ahora', newPassword: 'la de ahora', confirmPassword: 'la de ahora' },
      wrong: { newPassword: 'La nueva contraseña debe ser diferente a la actual' },
    },
  ])('$name', ({ values, wrong }) => expect(messages(passwordSchema, values)).toEqual(wrong));

  test('by link nobody is asked for the current one', () => {
    expect(messages(linkPasswordSchema, { ...change, currentPassword: '' })).toEqual({});
  });
});
