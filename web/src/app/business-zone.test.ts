// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { businessQuery } from '@/lib/business';
import { formatTime, setTimeZone } from '@/lib/format';
import { startSession } from '@/lib/session';
import { clearSession, reloadSession, sessionState } from '@/lib/session-store';
import { answerCalls, business, profile, type Reply, signInWith } from '@/test-screen';
import { businessKnown, followBusinessZone } from './business-zone';

const noon = '2026-11-15T12:00:00Z';
const bogota = { body: { ...business, timeZone: 'America/Bogota' } };
const stops: (() => void)[] = [];

/** The page is opened by a user who is signed in, and asks about the session and the business. */
function open(aboutBusiness: Reply | (() => Promise<Reply>)) {
  const { sentTo } = answerCalls({
    'POST /api/auth/validate/': { body: { valid: true, expiresAt: '2099-01-01T00:00:00Z', user: profile } },
    'GET /api/business/': aboutBusiness,
  });
  const client = new QueryClient();
  stops.push(followBusinessZone(client), startSession(businessKnown(client, Promise.resolve())));
  return { client, sentTo };
}

beforeEach(() => {
  signInWith([]);
  reloadSession();
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  clearSession();
  setTimeZone('Europe/Madrid');
});

test('nothing is shown before the zone of the business is known', async () => {
  let tell: (reply: Reply) => void = () => undefined;
  const told = new Promise<Reply>((resolve) => {
    tell = resolve;
  });
  const { sentTo } = open(() => told);
  // Both are asked at the same time.
  await vi.waitFor(() => expect(sentTo('GET /api/business/')).toHaveLength(1));
  expect(sentTo('POST /api/auth/validate/')).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sessionState().status).toBe('checking');
  tell(bogota);
  await vi.waitFor(() => expect(sessionState().status).toBe('signedIn'));
  expect(formatTime(noon)).toBe('07:00');
});

test('a business that cannot be learnt keeps nobody waiting', async () => {
  open({ status: 500 });
  await vi.waitFor(() => expect(sessionState().status).toBe('signedIn'));
  expect(formatTime(noon)).toBe('13:00');
});

test('a zone that arrives later, or changes, holds from then on', async () => {
  const { client } = open({ status: 500 });
  client.setQueryData(businessQuery.queryKey, bogota.body);
  expect(formatTime(noon)).toBe('07:00');
});
