import { useSyncExternalStore } from 'react';

/** Whether the last attempt to reach the server did; the browser only knows about the cable. */
let serverReached = true;
const listeners = new Set<() => void>();

export function reportReachable(reached: boolean) {
  if (reached === serverReached) return;
  serverReached = reached;
  for (const listener of listeners) listener();
}

export function isOnline(): boolean {
  return navigator.onLine && serverReached;
}

export function subscribeOnline(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function useOnline(): boolean {
  return useSyncExternalStore(subscribeOnline, isOnline);
}

/** The error to show beside old data; none while offline, because the banner already says so. */
export function useErrorBeside(shown: boolean, error: Error | null): Error | null {
  const online = useOnline();
  return shown && !online ? null : error;
}
