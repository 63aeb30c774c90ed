import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';
import { listenToEvents } from '@/lib/events';
import { checkSession } from '@/lib/session';
import { sessionState, subscribeSession } from '@/lib/session-store';

/** Query keys begin with their topic; these topics reach further than their own name. */
const dependents: Record<string, string[]> = {
  settings: ['business', 'audit'],
  users: ['audit'],
  products: ['stock', 'forecasts', 'audit'],
  stock: ['products', 'locations', 'forecasts', 'audit'],
  locations: ['stock', 'audit'],
  entries: ['audit'],
  transfers: ['audit'],
  stocktakes: ['audit'],
  imports: ['audit'],
  orders: ['audit'],
  channels: ['audit'],
  // A channel counts its deliveries.
  deliveries: ['channels'],
  forecastEvents: ['forecasts', 'audit'],
  subscriptions: ['audit'],
  alerts: ['audit'],
  tickets: ['audit'],
  backups: ['audit'],
};

/** The first words of the query keys that changes of some topics reach. */
export function reachOf(topics: string[]): Set<string> {
  return new Set(topics.flatMap((topic) => [topic, ...(dependents[topic] ?? [])]));
}

/** How long a first screen waits for the hello. Where nothing holds it up, it comes with the answer about the session. */
const helloMs = 200;

/**
 * Listens for as long as somebody is signed in, and already while that is being checked: a first screen that is asked
 * for after the server has said hello, which `heard` tells, need not be asked for twice.
 */
export function followLiveUpdates(queryClient: QueryClient) {
  let stopListening: (() => void) | undefined;
  let hear = () => {};
  const heard = new Promise<void>((resolve) => {
    hear = resolve;
    setTimeout(resolve, helloMs);
  });
  function follow() {
    if (sessionState().status === 'signedOut') {
      stopListening?.();
      stopListening = undefined;
    } else {
      stopListening ??= startLiveUpdates(queryClient, hear);
    }
  }
  follow();
  return { heard, stop: subscribeSession(follow) };
}

/** Keeps what is on screen true: a change elsewhere refetches whatever depends on it. */
function startLiveUpdates(queryClient: QueryClient, hear: () => void): () => void {
  return listenToEvents({
    onChanges: (topics) => {
      for (const key of reachOf(topics)) askAgain(queryClient, { queryKey: [key] });
      // A new role or name belongs to the session too: it decides what the shell shows.
      if (topics.includes('profile')) void checkSession();
    },
    onResync: () => {
      hear();
      askAgain(queryClient, {});
    },
  });
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
