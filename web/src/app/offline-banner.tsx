import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useOnline } from '@/lib/online';
import { Notice } from '@/ui/feedback/states';
import { strings } from './strings';

/** Says that there is no connection, how old what is shown is, and what has to wait. */
export function OfflineBanner() {
  const online = useOnline();
  return online ? null : <Banner />;
}

function Banner() {
  const at = useShownSince();
  return (
    <Notice tone="low" className="mb-5" title={at === 0 ? strings.offlineNothing : strings.offlineSince(at)}>
      {strings.offlineBanner}
    </Notice>
  );
}

/** When the oldest of what is on the screen arrived; 0 while there is nothing. */
function useShownSince(): number {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => {
      const times = cache
        // What is said of the business itself hardly ever changes.
        .findAll({ type: 'active', predicate: ({ queryKey }) => queryKey[0] !== 'business' })
        .flatMap(({ state }) => (state.data === undefined ? [] : [state.dataUpdatedAt]));
      return times.length === 0 ? 0 : Math.min(...times);
    },
  );
}
