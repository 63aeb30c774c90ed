// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { Profile } from '@/lib/api-types';
import { clearSession, reloadSession, storeSession } from '@/lib/session-store';
import { askAgain, followLiveUpdates, reachOf } from './live-updates';

/** A shelf whose answers arrive when the test hands them over, as they were when they were asked for. */
function shelf() {
  const queryClient = new QueryClient();
  const answers: ((stock: number) => void)[] = [];
  const queryFn = vi.fn(() => new Promise<number>((answer) => answers.push(answer)));
  const observer = new QueryObserver(queryClient, { queryKey: ['stock', 7], queryFn });
  const stop = observer.subscribe(() => {});
  const answer = (stock: number) => {
    answers.shift()?.(stock);
    return vi.waitFor(() => expect(observer.getCurrentResult().data).toBe(stock));
  };
  return { queryClient, queryFn, answer, stop };
}

test('a change during the first load is not missed, however many come, and none gives the answer up', async () => {
  const { queryClient, queryFn, answer, stop } = shelf();
  for (let change = 0; change < 3; change += 1) askAgain(queryClient, { queryKey: ['stock'] });
  expect(queryFn).toHaveBeenCalledTimes(1);
  await answer(10);
  expect(queryFn).toHaveBeenCalledTimes(2);
  askAgain(queryClient, {});
  await answer(9);
  expect(queryFn).toHaveBeenCalledTimes(3);
  await answer(8);
  expect(queryFn).toHaveBeenCalledTimes(3);
  stop();
});

test('what is shown and quiet is asked for at once, and nothing else is', async () => {
  const { queryClient, queryFn, answer, stop } = shelf();
  await answer(10);
  askAgain(queryClient, { queryKey: ['orders'] });
  expect(queryFn).toHaveBeenCalledTimes(1);
  askAgain(queryClient, { queryKey: ['stock'] });
  expect(queryFn).toHaveBeenCalledTimes(2);
  await answer(9);
  expect(queryFn).toHaveBeenCalledTimes(2);
  stop();
});

test('listening begins with the check of the session, before a screen asks, and ends with it', () => {
  const streams: AbortSignal[] = [];
  vi.stubGlobal('fetch', (_address: string, { signal }: { signal: AbortSignal }) => {
    streams.push(signal);
    return new Promise(() => {});
  });
  const user = { username: 'nuria' } as Profile;
  storeSession({ token: 'token-1', user, expiresAt: '2999-01-01T00:00:00Z' });
  reloadSession();
  const { stop } = followLiveUpdates(new QueryClient());
  expect(streams.map((stream) => stream.aborted)).toEqual([false]);
  storeSession({ token: 'token-1', user, expiresAt: '2999-01-02T00:00:00Z' });
  expect(streams).toHaveLength(1);
  clearSession();
  expect(streams.map((stream) => stream.aborted)).toEqual([true]);
  storeSession({ token: 'token-2', user, expiresAt: '2999-01-01T00:00:00Z' });
  expect(streams.map((stream) => stream.aborted)).toEqual([true, false]);
  clearSession();
  stop();
});

test('a first screen waits for the hello, and for a server that says none only so long', async () => {
  vi.useFakeTimers();
  const answers = { hello: new Response('event: hello\ndata: {}\n\n'), none: new Promise(() => {}) };
  const waits: Record<string, boolean[]> = {};
  for (const [name, answer] of Object.entries(answers)) {
    vi.stubGlobal('fetch', async () => answer);
    storeSession({ token: name, user: { username: 'nuria' } as Profile, expiresAt: '2999-01-01T00:00:00Z' });
    const { heard, stop } = followLiveUpdates(new QueryClient());
    let isHeard = false;
    void heard.then(() => (isHeard = true));
    await vi.advanceTimersByTimeAsync(0);
    waits[name] = [isHeard];
    await vi.advanceTimersByTimeAsync(200);
    waits[name].push(isHeard);
    clearSession();
    stop();
  }
  vi.useRealTimers();
  expect(waits).toEqual({ hello: [true, true], none: [false, true] });
});

test('a tab that nobody sees asks for nothing, and once when it is looked at again', async () => {
  const { queryClient, queryFn, answer, stop } = shelf();
  await answer(10);
  let state = 'hidden';
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => state as never);
  const change = 'event: change\ndata: {"topic":"stock"}\n\n';
  const fetch = vi.fn(async () => new Response(`event: hello\ndata: {}\n\n${change}`));
  vi.stubGlobal('fetch', fetch);
  storeSession({ token: 'hidden', user: { username: 'nuria' } as Profile, expiresAt: '2999-01-01T00:00:00Z' });
  const { heard, stop: stopFollowing } = followLiveUpdates(queryClient);
  await heard;
  // Longer than a burst of news gathers.
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(queryFn).toHaveBeenCalledTimes(1);
  state = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(queryFn).toHaveBeenCalledTimes(2);
  clearSession();
  stopFollowing();
  visibility.mockRestore();
  stop();
});

/** What the server tells of, by its own list. */
const topics = readdirSync('../internal', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('event.go'))
  .flatMap((name) => [...readFileSync(join('../internal', name), 'utf8').matchAll(/ Topic += "(\w+)"/g)])
  .map(([, name = '']) => name);

/** How the keys of everything begin that a screen asks for. */
function askedFor(): Set<string> {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const texts = files.map((name) => readFileSync(join('src', name), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(/queryKey: \['([\w-]+)'/g)].map(([, key = '']) => key)));
}

/** Who is there is asked for by the clock, and what a file would do only when a user wants to see it. */
const notLive = ['presence', 'import-preview'];

test('whatever a screen shows is told of when it changes', () => {
  expect(topics.length).toBeGreaterThan(20);
  const told = reachOf(topics);
  expect([...askedFor()].filter((key) => !told.has(key)).toSorted()).toEqual(notLive.toSorted());
});
