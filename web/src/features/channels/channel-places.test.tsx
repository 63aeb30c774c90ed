import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerCalls, renderShellScreen, signInWith } from '@/test-screen';
import type { Channel } from './api';
import { ChannelPlaces } from './channel-places';

test('a place of the shop is linked to a location, and saved as chosen', async () => {
  signInWith(['deliveries.read', 'deliveries.handle']);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  const user = userEvent.setup();
  const location = (id: number, name: string) => ({ id, name, isActive: true, isMain: id === 1 });
  const { sentTo } = answerCalls({
    'GET /api/locations/': { body: { results: [location(1, 'Principal'), location(2, 'Norte')], count: 2 } },
    'GET /api/channels/3/places/': {
      body: { results: [{ place: '905684977', locationId: null, location: '' }], count: 1 },
    },
    'POST /api/channels/3/places/': { body: {} },
  });
  renderShellScreen({
    component: () => <ChannelPlaces channel={{ id: 3 } as Channel} />,
    path: '/configuracion',
    address: '/configuracion',
  });
  const place = await screen.findByLabelText('De qué almacén sale lo que envía 905684977');
  expect(place).toHaveValue('');
  await user.selectOptions(place, 'Norte');
  expect(sentTo('POST /api/channels/3/places/').map(({ body }) => body)).toEqual([
    { place: '905684977', locationId: 2 },
  ]);
});
