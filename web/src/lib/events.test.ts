// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import type { Profile } from './api-types';
import { createEventParser, type StreamEvent } from './event-stream';
import { listenToEvents, retryDelay } from './events';
import { clearSession, sessionState, storeSession } from './session-store';

function parse(...pieces: string[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const feed = createEventParser((event) => events.push(event));
  for (const piece of pieces) feed(piece);
  return events;
}

test('events come out whole however the text was cut', () => {
  expect(parse('event: cha', 'nge\nda', 'ta: {"topic":"users"}\n', '\nevent: resync\ndata:\n\n')).toEqual([
    { event: 'change', data: '{"topic":"users"}' },
    { event: 'resync', data: '' },
  ]);
});

test('heartbeats are no events, and long lines of data are joined', () => {
  expect(parse(': ping\n\n', 'data: uno\r\ndata: dos\r\n\r\n')).toEqual([{ event: 'message', data: 'uno\ndos' }]);
});

test('each failure waits longer, up to half a minute', () => {
  const waits = [0, 1, 2, 10].map((failures) => retryDelay(failures, () => 1));
  expect(waits).toEqual([1000, 2000, 4000, 30_000]);
  expect(retryDelay(0, () => 0)).toBe(500);
});

afterEach(() => {
  vi.useRealTimers();
  clearSession();
});

const user = { idUser: 1, username: 'lucia', permissions: [], roles: [] } as unknown as Profile;

function streamOf(text: string): Response {
  return new Response(text, { headers: { 'Content-Type': 'text/event-stream' } });
}

test('a burst is reported once, and each connection asks again for what was shown before it', async () => {
  vi.useFakeTimers();
  storeSession({ token: 'token-1', user, expiresAt: '2999-01-01T00:00:00Z' });
  const change = (topic: string) => `event: change\ndata: {"topic":"${topic}","id":7}\n\n`;
  const fetch = vi.fn(async () =>
    streamOf(`event: hello\ndata: {}\n\n${change('stock')}${change('users')}${change('stock')}`),
  );
  vi.stubGlobal('fetch', fetch);
  const onChanges = vi.fn();
  const onResync = vi.fn();
  const stop = listenToEvents({ onChanges, onResync });
  await vi.advanceTimersByTimeAsync(249);
  expect(onChanges).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onChanges.mock.calls).toEqual([[['stock', 'users']]]);
  expect(onResync).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(750);
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(onResync).toHaveBeenCalledTimes(2);
  const heard = onChanges.mock.calls.length;
  stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(onChanges).toHaveBeenCalledTimes(heard);
});

test('a refused stream ends the session', async () => {
  storeSession({ token: 'token-1', user, expiresAt: '2999-01-01T00:00:00Z' });
  vi.stubGlobal('fetch', async () => new Response(null, { status: 401 }));
  const stop = listenToEvents({ onChanges: () => {}, onResync: () => {} });
  await vi.waitFor(() => expect(sessionState().status).toBe('signedOut'));
  stop();
});
