import type { QueryClient } from '@tanstack/react-query';
import { listenToEvents } from '@/lib/events';
import { checkSession } from '@/lib/session';

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
  backups: ['audit'],
};

/** Keeps what is on screen true: a change elsewhere refetches whatever depends on it. */
export function startLiveUpdates(queryClient: QueryClient): () => void {
  return listenToEvents({
    onChanges: (topics) => {
      const keys = new Set(topics.flatMap((topic) => [topic, ...(dependents[topic] ?? [])]));
      for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] });
      // A new role or name belongs to the session too: it decides what the shell shows.
      if (topics.includes('profile')) void checkSession();
    },
    onResync: () => void queryClient.invalidateQueries(),
  });
}
