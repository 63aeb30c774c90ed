// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportReachable } from '@/lib/online';
import { signOut } from '@/lib/session';
import { signInWith } from '@/test-screen';
import { keepDataForOffline } from './offline-data';
import type { KeptAnswer, OfflineStore } from './offline-store';

function memory(): OfflineStore & { answers: Map<string, KeptAnswer> } {
  const answers = new Map<string, KeptAnswer>();
  return {
    answers,
    read: async (hash) => answers.get(hash),
    write: async (kept) => {
      for (const answer of kept) answers.set(answer.hash, answer);
    },
    clear: async () => answers.clear(),
  };
}

let stop: (() => void) | undefined;

function start(store: OfflineStore) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  stop = keepDataForOffline(client, store);
  return client;
}

const drills = ['products', 'list'];

/** A screen that has seen the products, and whose answers had the time to be written. */
async function visit(store: OfflineStore) {
  const client = start(store);
  await client.fetchQuery({ queryKey: drills, queryFn: () => 'taladros' });
  await client.fetchQuery({ queryKey: ['users'], queryFn: () => 'gente' });
  await vi.advanceTimersByTimeAsync(1500);
  stop?.();
}

/** The same screen without a connection. */
async function visitOffline(client: QueryClient) {
  reportReachable(false);
  const observer = new QueryObserver(client, {
    queryKey: drills,
    queryFn: () => Promise.reject(new Error('nobody answers')),
  });
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  leave();
  return observer.getCurrentResult();
}

beforeEach(() => {
  reportReachable(true);
  vi.useFakeTimers();
  signInWith([]);
});

afterEach(() => {
  stop?.();
  reportReachable(true);
  vi.useRealTimers();
});

test('without a connection the last seen answer is shown, as old as it is', async () => {
  const store = memory();
  const seenAt = Date.now();
  await visit(store);
  await vi.advanceTimersByTimeAsync(60_000);
  const { data, dataUpdatedAt } = await visitOffline(start(store));
  expect(data).toBe('taladros');
  expect(dataUpdatedAt).toBe(seenAt);
});

test('accounts are not kept', async () => {
  const store = memory();
  await visit(store);
  expect([...store.answers.values()].map(({ key }) => key)).toEqual([drills]);
});

test('whoever signs out leaves nothing behind, not even what was about to be written', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 204 })));
  const store = memory();
  await visit(store);
  const client = start(store);
  await client.fetchQuery({ queryKey: ['orders'], queryFn: () => 'pedidos' });
  await signOut();
  await vi.advanceTimersByTimeAsync(5000);
  expect(store.answers.size).toBe(0);
});

test('what one person saw is never shown to another', async () => {
  const store = memory();
  await visit(store);
  signInWith([], 'de otra persona');
  const { data } = await visitOffline(start(store));
  expect(data).toBeUndefined();
});

test('answers that another build of the page kept are not shown', async () => {
  const store = memory();
  await visit(store);
  const entry = Object.assign(document.createElement('script'), { type: 'module', src: '/assets/index-new.js' });
  document.head.append(entry);
  const { data } = await visitOffline(start(store));
  entry.remove();
  expect(data).toBeUndefined();
});

test('what was answered before the keeping began is kept too', async () => {
  const store = memory();
  const client = new QueryClient();
  await client.fetchQuery({ queryKey: drills, queryFn: () => 'taladros' });
  stop = keepDataForOffline(client, store);
  await vi.advanceTimersByTimeAsync(1500);
  expect([...store.answers.values()].map(({ data }) => data)).toEqual(['taladros']);
});
