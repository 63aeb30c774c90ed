import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerCalls, renderShellScreen, signInWith } from '@/test-screen';
import { NotificationList } from './notification-list';

const call = 'GET /api/notifications/';

/** Forty-one notifications, the newest with the highest number. */
function answerPages() {
  return answerCalls({
    [call]: ({ query }) => {
      const from = 41 - 20 * (Number(query.page) - 1);
      const ids = Array.from({ length: Math.min(20, from) }, (_, i) => from - i);
      const results = ids.map((id) => ({
        id,
        kind: 'alert',
        title: `Aviso ${id}`,
        message: 'Quedan 2 unidades',
        link: '/alertas-stock',
        createdAt: '2026-11-15T09:00:00Z',
        isRead: id < 40,
      }));
      return { body: { results, count: 41, unread: 2 } };
    },
  });
}

test('everything there is can be reached, a page at a time', async () => {
  signInWith([]);
  const { sentTo } = answerPages();
  renderShellScreen({ component: () => <NotificationList onFollow={() => undefined} />, path: '/avisos' });
  expect(await screen.findByText('Aviso 22')).toBeVisible();
  expect(screen.queryByText('Aviso 21')).toBeNull();

  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Ver anteriores' }));
  expect(await screen.findByText('Aviso 2')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ver anteriores' }));
  expect(await screen.findByText('Aviso 1')).toBeVisible();
  expect(screen.getByText('Aviso 41')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Ver anteriores' })).toBeNull();
  expect(sentTo(call).map(({ query }) => query.page)).toEqual(['1', '2', '3']);
});
