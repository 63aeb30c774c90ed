import { useSyncExternalStore } from 'react';

const phone = '(max-width: 639px)';

function subscribe(listener: () => void) {
  const media = window.matchMedia(phone);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Where tables turn into cards. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(phone).matches);
}
