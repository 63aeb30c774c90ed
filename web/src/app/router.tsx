import { createRouter, stringifySearchWith } from '@tanstack/react-router';
import { readSearch } from '@/lib/search-params';
import { routeTree } from '@/routeTree.gen';
import { BrokenScreen } from './broken-screen';

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: BrokenScreen,
  // Left alone, the router reads `?q=8412345678905` as a number; search params are plain text here.
  parseSearch: readSearch,
  stringifySearch: stringifySearchWith(String),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** A new page is announced by moving the focus to its heading; the first one keeps the browser's own start. */
export function focusHeadingOnNavigation() {
  return router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    const active = document.activeElement;
    // A form that put the cursor into its first field has already said where to be, and so has a user who was
    // quick enough to open the palette before the screen arrived.
    if (active instanceof HTMLInputElement) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  });
}
