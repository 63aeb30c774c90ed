import { Suspense, useSyncExternalStore } from 'react';
import { lazy } from '@/ui/overlay/lazy';
import { hasToasts, subscribeToasts } from './toast';

const ToastList = lazy(() => import('./toast-list'));

/** Nothing until the first toast; put it once in the page. */
export function Toaster() {
  const needed = useSyncExternalStore(subscribeToasts, hasToasts);
  return needed ? (
    <Suspense>
      <ToastList />
    </Suspense>
  ) : null;
}
