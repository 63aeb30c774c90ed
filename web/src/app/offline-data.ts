import type { Query, QueryCacheNotifyEvent, QueryClient, QueryKey } from '@tanstack/react-query';
import { buildName } from '@/lib/build-name';
import { isOnline } from '@/lib/online';
import { forgetWithPerson } from '@/lib/personal';
import { sessionToken, subscribeSession } from '@/lib/session-store';
import { browserStore, type KeptAnswer, type OfflineStore } from './offline-store';
import { topics } from './screens';

/** Whether answers to questions with this key are kept. */
function isKept([topic]: QueryKey): boolean {
  return typeof topic === 'string' && topics[topic]?.keptOffline === true;
}

/** How long answers gather before they are written: a screen brings several at once. */
const gatherMs = 1000;

/** Answers belong to one sign-in, named by the end of its token: a user who comes next starts with none. */
function owner(): string | null {
  return sessionToken()?.slice(-12) ?? null;
}

/**
 * Keeps the last seen answers for the time without a connection, and shows them then, as old as they are. They
 * belong to one person: a user who signs out, or is signed out, leaves none behind.
 */
export function keepDataForOffline(client: QueryClient, store: OfflineStore = browserStore()): () => void {
  const gathered = new Map<string, KeptAnswer>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current = owner();
  const build = buildName();

  function write() {
    timer = undefined;
    const answers = [...gathered.values()];
    gathered.clear();
    // Full or forbidden storage only means that there is less to show without a connection.
    store.write(answers).catch(() => undefined);
  }

  function gather({ queryHash, queryKey, state }: Query) {
    if (current === null) return;
    gathered.set(queryHash, {
      hash: queryHash,
      key: queryKey,
      owner: current,
      build,
      data: state.data,
      at: state.dataUpdatedAt,
    });
    timer ??= setTimeout(write, gatherMs);
  }

  async function showKept({ queryHash, queryKey }: Query) {
    const kept = await store.read(queryHash).catch(() => undefined);
    // Another build may have given the same fields other meanings.
    if (!kept || kept.owner !== owner() || kept.build !== build || client.getQueryData(queryKey) !== undefined) return;
    client.setQueryData(queryKey, kept.data, { updatedAt: kept.at });
  }

  function onChange(event: QueryCacheNotifyEvent) {
    if (event.type !== 'updated' || !isKept(event.query.queryKey)) return;
    const { action, query } = event;
    // What was only put back is no news.
    if (action.type === 'success' && isOnline()) gather(query);
    else if ((action.type === 'failed' || action.type === 'error') && query.state.data === undefined) {
      if (!isOnline()) void showKept(query);
    }
  }

  function forget() {
    clearTimeout(timer);
    timer = undefined;
    gathered.clear();
    store.clear().catch(() => undefined);
  }

  /** The same person under a new sign-in begins anew, too. */
  function onSession() {
    const now = owner();
    if (now === current) return;
    current = now;
    forget();
  }

  if (current === null) forget();
  // What was answered or failed before this began to listen.
  for (const query of client.getQueryCache().getAll()) {
    if (!isKept(query.queryKey)) continue;
    const isAnswered = query.state.data !== undefined;
    if (isAnswered && isOnline()) gather(query);
    else if (!isAnswered && !isOnline()) void showKept(query);
  }
  const stops = [client.getQueryCache().subscribe(onChange), subscribeSession(onSession), forgetWithPerson(forget)];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
