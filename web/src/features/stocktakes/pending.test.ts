// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportReachable } from '@/lib/online';
import { clearSession, sessionState, storeSession } from '@/lib/session-store';
import { pendingCountsKey } from '@/lib/stored-value';
import { answerCalls, profile, type Reply, signInWith } from '@/test-screen';
import { addPending, nextPending } from './pending';
import { sendPending } from './pending-send';

const put = 'PUT /api/stocktakes/5/lines/1/';
const scan = 'POST /api/stocktakes/5/scan/';
const count = (counted: number) => ({ kind: 'count', stocktakeId: 5, productId: 1, counted }) as const;
const code = { kind: 'scan', stocktakeId: 5, code: '8412345678905', quantity: 1 } as const;

/** The network is back: whatever waits for that begins. */
function reconnect() {
  reportReachable(false);
  reportReachable(true);
}

beforeEach(() => {
  localStorage.removeItem(pendingCountsKey);
  signInWith([]);
});

afterEach(() => {
  clearSession();
  reportReachable(true);
});

test('counts go out in order under their keys when the network is back, the last of a product alone', async () => {
  const { sentTo } = answerCalls({ [put]: { body: {} }, [scan]: { body: {} } });
  reportReachable(false);
  addPending(count(3), 'k1');
  addPending(code, 'k2');
  addPending(count(4), 'k3');
  sendPending(new QueryClient());
  expect(sentTo(scan)).toHaveLength(0);
  reconnect();
  await vi.waitFor(() => expect(nextPending()).toBeUndefined());
  expect(sentTo(scan).map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['k2']);
  expect(sentTo(put).map(({ body }) => body)).toEqual([{ counted: 4 }]);
  expect(localStorage.getItem(pendingCountsKey)).toBeNull();
});

test('one that gets lost again keeps its key, and one that is refused waits to be read', async () => {
  let reply: Reply = { status: 503, body: { detail: 'Vuelve luego' } };
  const { sentTo } = answerCalls({ [scan]: () => reply });
  sendPending(new QueryClient());
  addPending(code, 'k1');
  await vi.waitFor(() => expect(sentTo(scan)).toHaveLength(1));
  expect(nextPending()).toMatchObject({ key: 'k1' });
  reply = { status: 409, body: { detail: 'El recuento ya está registrado' } };
  reconnect();
  await vi.waitFor(() => expect(nextPending()).toBeUndefined());
  expect(sentTo(scan).map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['k1', 'k1']);
  expect(localStorage.getItem(pendingCountsKey)).toContain('El recuento ya está registrado');
});

test.each([401, 408, 429, 503])(
  'one that is answered with %s was not refused: it waits for its turn',
  async (status) => {
    const { sentTo } = answerCalls({ [scan]: { status, body: { detail: 'Ahora no' } } });
    sendPending(new QueryClient());
    addPending(code, 'k1');
    await vi.waitFor(() => expect(sentTo(scan)).toHaveLength(1));
    await vi.waitFor(() => expect(sessionState().status).toBe(status === 401 ? 'signedOut' : 'signedIn'));
    answerCalls({ [scan]: { body: {} } });
    if (status === 401) signInWith([]);
    else reconnect();
    await vi.waitFor(() => expect(localStorage.getItem(pendingCountsKey)).toBeNull());
  },
);

test('one that finds the session ended is kept for the person who made it', () => {
  clearSession();
  expect(addPending(code, 'k1')).toBe(true);
  expect(nextPending()).toBeUndefined();
  signInWith([]);
  expect(nextPending()).toMatchObject({ key: 'k1', personId: profile.idUser });
  clearSession({ onPurpose: true });
  expect(addPending(code, 'k2')).toBe(false);
});

test('another person on the same device neither sees nor sends them', () => {
  reportReachable(false);
  addPending(code, 'k1');
  const session = sessionState();
  if (session.status === 'signedOut') throw new Error('nobody is signed in');
  storeSession({ ...session, token: 'token-2', user: { ...profile, idUser: 2 } });
  expect(nextPending()).toBeUndefined();
  storeSession({ ...session, token: 'token-3', user: profile });
  expect(nextPending()).toMatchObject({ key: 'k1' });
});
