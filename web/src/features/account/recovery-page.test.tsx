import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerCalls, fillIn, renderScreen } from '@/test-screen';
import { RecoveryPage } from './recovery-page';

async function ask(email: string) {
  await fillIn({ Email: email });
  await userEvent.click(screen.getByRole('button', { name: 'Enviar Enlace de Recuperación' }));
}

test('success names the address as it was typed, and can start over', async () => {
  answerCalls({ 'POST /api/auth/password-recovery/': { body: { detail: 'Hecho' } } });
  renderScreen(<RecoveryPage />);
  await ask('nuria+<i>@ejemplo.es');
  const title = await screen.findByRole('heading', { name: '¡Correo Enviado!' });
  await waitFor(() => expect(title).toHaveFocus());
  expect(screen.getByText('nuria+<i>@ejemplo.es')).toBeVisible();
  expect(screen.getByText('Si no llega, pídeselo a quien administra Estante.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Volver al Login' })).toHaveAttribute('href', '/login');
  await userEvent.click(screen.getByRole('button', { name: 'Intentar con otro correo' }));
  expect(await screen.findByLabelText('Email')).toHaveValue('');
});

test('an address that cannot be one is not sent', async () => {
  const server = answerCalls({});
  renderScreen(<RecoveryPage />);
  await ask('nuria');
  expect(await screen.findByText('El email no es válido')).toBeVisible();
  expect(server.sentTo('POST /api/auth/password-recovery/')).toEqual([]);
});

test('a failure keeps the address', async () => {
  answerCalls({ 'POST /api/auth/password-recovery/': { status: 500, body: { detail: 'Error' } } });
  renderScreen(<RecoveryPage />);
  await ask('nuria@ejemplo.es');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Error al enviar el correo de recuperación. Inténtalo de nuevo.',
  );
  expect(screen.getByLabelText('Email')).toHaveValue('nuria@ejemplo.es');
});
