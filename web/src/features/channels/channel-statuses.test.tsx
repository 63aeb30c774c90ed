import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerCalls, renderShellScreen, signInWith } from '@/test-screen';
import type { Channel } from './api';
import { ChannelStatuses } from './channel-statuses';

test('a status of the shop’s own is offered with a guess, and saved as chosen', async () => {
  signInWith(['deliveries.read', 'deliveries.handle']);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  const user = userEvent.setup();
  const { sentTo } = answerCalls({
    'GET /api/channels/3/statuses/': {
      body: { results: [{ word: 'enviado', name: 'Enviado', status: null, guess: 'shipped', orders: 2 }], count: 1 },
    },
    'POST /api/channels/3/statuses/': { body: { deliveries: 2 } },
  });
  renderShellScreen({
    component: () => <ChannelStatuses channel={{ id: 3 } as Channel} />,
    path: '/configuracion',
    address: '/configuracion',
  });
  expect(await screen.findByText('Sin decidir · 2 pedidos en él')).toBeVisible();
  expect(screen.getByLabelText('Qué significa Enviado')).toHaveValue('shipped');
  await user.click(screen.getByRole('button', { name: 'Guardar qué significa Enviado' }));
  expect(sentTo('POST /api/channels/3/statuses/').map(({ body }) => body)).toEqual([
    { word: 'enviado', status: 'shipped' },
  ]);
});
