import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { answerCalls, fillIn, renderShellScreen, signInWith } from '@/test-screen';
import MailSection from './mail-section';

const server = {
  host: '',
  port: 587,
  security: 'starttls',
  username: '',
  hasPassword: false,
  sender: '',
  fromFlags: false,
};
const item = {
  id: 4,
  kind: 'recovery',
  to: 'nuria@ejemplo.es',
  name: 'Núria Peña',
  subject: 'Recupera tu contraseña de La Balda',
  text: 'Hola',
  link: 'https://almacen.example.com/password-change#token=abc',
  createdAt: '2026-11-15T09:00:00Z',
  expiresAt: '2026-11-15T10:00:00Z',
};

beforeEach(() => {
  signInWith(['settings.manage']);
});

function show(answers: Parameters<typeof answerCalls>[0] = {}) {
  const calls = answerCalls({
    'GET /api/mail/': { body: server },
    'GET /api/mail/tray/': { body: { results: [item], count: 1 } },
    ...answers,
  });
  renderShellScreen({ component: MailSection, path: '/configuracion' });
  return calls;
}

test('the tray says who waits for what, and its link is copied', async () => {
  const user = userEvent.setup();
  const { sentTo } = show({ 'DELETE /api/mail/tray/4/': { status: 204 } });
  expect(await screen.findByText('Recupera tu contraseña de La Balda')).toBeVisible();
  expect(screen.getByText(/Núria Peña · nuria@ejemplo.es · Caduca el/)).toBeVisible();
  expect(screen.getByLabelText('Enlace para Núria Peña')).toHaveValue(item.link);
  await user.click(screen.getByRole('button', { name: /^Copiar/ }));
  expect(await navigator.clipboard.readText()).toBe(item.link);
  await userEvent.click(screen.getByRole('button', { name: /^Quitar/ }));
  expect(sentTo('DELETE /api/mail/tray/4/')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Enviar correo de prueba' })).not.toBeInTheDocument();
});

test('a server is saved, keeps its password to itself and is tried', async () => {
  const saved = { ...server, host: 'smtp.ejemplo.es', sender: 'Tienda <tienda@ejemplo.es>', hasPassword: true };
  const { sentTo } = show({
    'PUT /api/mail/': { body: saved },
    'POST /api/mail/test/': { status: 409, body: { detail: 'No se ha podido enviar.' } },
  });
  await fillIn({ Servidor: saved.host, Remitente: saved.sender, 'Contraseña (opcional)': 'secreta' });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar Cambios' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar correo de prueba' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'El correo de prueba no ha salido. No se ha podido enviar.',
  );
  expect(sentTo('PUT /api/mail/')[0]?.body).toEqual({
    host: saved.host,
    port: 587,
    security: 'starttls',
    username: '',
    sender: saved.sender,
    password: 'secreta',
  });
  expect(screen.getByLabelText(/^Contraseña/)).toHaveValue('');
  expect(screen.getByLabelText(/^Contraseña/)).toHaveAccessibleDescription(/Hay una guardada/);
  await fillIn({ Remitente: 'Otra <otra@ejemplo.es>' });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar Cambios' }));
  await expect.poll(() => sentTo('PUT /api/mail/')).toHaveLength(2);
  expect(sentTo('PUT /api/mail/')[1]?.body).not.toHaveProperty('password');
});

test('a usual port follows the encryption, and one that is none is refused at its field', async () => {
  const refused = { status: 400, body: { port: ['El puerto debe estar entre 1 y 65535'] } };
  const { sentTo } = show({ 'PUT /api/mail/': refused });
  const port = await screen.findByLabelText('Puerto');
  await userEvent.selectOptions(screen.getByLabelText('Cifrado'), 'tls');
  expect(port).toHaveValue('465');
  await fillIn({ Puerto: '2525' });
  await userEvent.selectOptions(screen.getByLabelText('Cifrado'), 'starttls');
  expect(port).toHaveValue('2525');
  await fillIn({ Puerto: 'x' });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar Cambios' }));
  await waitFor(() => expect(port).toHaveAccessibleDescription('El puerto debe estar entre 1 y 65535'));
  expect(sentTo('PUT /api/mail/')[0]?.body).toMatchObject({ port: 0 });
});

test('what the operator set is not changed here', async () => {
  show({ 'GET /api/mail/': { body: { ...server, fromFlags: true } } });
  expect(await screen.findByText('Lo fija quien arranca el servidor')).toBeVisible();
  expect(screen.queryByLabelText('Servidor')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Enviar correo de prueba' })).toBeVisible();
});
