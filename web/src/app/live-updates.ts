import type { QueryClient } from '@tanstack/react-query';
import { listenToEvents } from '@/lib/events';
import { checkSession } from '@/lib/session';

/** Query keys begin with their topic; these topics reach further than their own name. */
const dependents: Record<string, string[]> = {
  settings: ['business'],
  users: ['audit'],
  products: ['stock', 'audit'],
  stock: ['products', 'audit'],
};

/** Keeps what is on screen true: a change elsewhere refetches whatever depends on it. */
export function startLiveUpdates(queryClient: QueryClient): () => void {
  return listenToEvents({
    onChange: ({ topic }) => {
      for (const key of [topic, ...(dependents[topic] ?? [])]) {
        void queryClient.invalidateQueries({ queryKey: [key] });
      }
      // A new role or name belongs to the session too: it decides what the shell shows.
      if (topic === 'profile') void checkSession();
    },
    onResync: () => void queryClient.invalidateQueries(),
  });
}
