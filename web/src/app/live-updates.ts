import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';
import { checkSession } from '@/lib/session';
import { sessionToken, subscribeSession } from '@/lib/session-store';
import { listenTogether } from '@/lib/shared-events';
import { topics } from './screens';

/** The first words of the query keys that changes of some topics reach. */
export function reachOf(changed: string[]): Set<string> {
  return new Set(changed.flatMap((topic) => [topic, ...(topics[topic]?.reaches ?? [])]));
}

/**
 * How long a first screen waits for the hello. Where nothing holds it up, it comes with the answer about the session.
 */
const helloMs = 200;

/**
 * Listens for as long as a user is signed in, and already while that is being checked: a first screen that is asked
 * for after the server has said hello, which `heard` tells, need not be asked for twice.
 */
export function followLiveUpdates(queryClient: QueryClient) {
  let stopListening: (() => void) | undefined;
  let listening: string | null = null;
  let hear = () => {};
  const heard = new Promise<void>((resolve) => {
    hear = resolve;
    setTimeout(resolve, helloMs);
  });
  function follow() {
    const token = sessionToken();
    if (token === listening) return;
    stopListening?.();
    // Another session hears what it may hear, and no longer what the last one did.
    stopListening = token === null ? undefined : startLiveUpdates(queryClient, hear);
    listening = token;
  }
  follow();
  return { heard, stop: subscribeSession(follow) };
}

/** Keeps what is on screen true: a change elsewhere refetches whatever depends on it. */
function startLiveUpdates(queryClient: QueryClient, hear: () => void): () => void {
  const seen = onceSeen((changed) => {
    if (changed === 'everything') askAgain(queryClient, {});
    else for (const key of reachOf(changed)) askAgain(queryClient, { queryKey: [key] });
  });
  const stop = listenTogether({
    onChanges: (changed) => {
      seen.tell(changed);
      // A new role or name belongs to the session too: it decides what the shell shows.
      if (changed.includes('profile')) void checkSession();
    },
    onResync: () => {
      hear();
      seen.tell('everything');
    },
  });
  return () => {
    stop();
    seen.drop();
  };
}

type Changed = string[] | 'everything';

/** A tab that nobody sees asks for nothing: what changed meanwhile is asked for once, when it is looked at again. */
function onceSeen(act: (changed: Changed) => void) {
  let missed: Changed = [];
  function tell(changed: Changed) {
    if (document.visibilityState !== 'hidden') act(changed);
    else if (changed === 'everything' || missed === 'everything') missed = 'everything';
    else missed = [...new Set([...missed, ...changed])];
  }
  function onVisibility() {
    if (document.visibilityState === 'hidden' || missed.length === 0) return;
    const changed = missed;
    missed = [];
    act(changed);
  }
  document.addEventListener('visibilitychange', onVisibility);
  return { tell, drop: () => document.removeEventListener('visibilitychange', onVisibility) };
}

/** Those that will be asked once more when the answer on its way has come. */
const behind = new WeakSet<Query>();

/**
 * Asks for what the page shows once more. An answer on its way may be older than the change, and so it may not count
 * as the last one; nor may it be given up, because in a busy shop the next change would come before any answer does.
 */
export function askAgain(queryClient: QueryClient, filters: QueryFilters) {
  for (const query of queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    if (behind.has(query)) continue;
    behind.add(query);
    const settle = () => {
      behind.delete(query);
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    void query.promise?.then(settle, settle);
  }
  void queryClient.invalidateQueries({ ...filters, fetchStatus: 'idle' });
}
