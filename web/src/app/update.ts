import { buildName } from '@/lib/build-name';

type Update = () => void;

let ready: Update | null = null;
const listeners = new Set<(update: Update) => void>();

/** Registers the service worker once the page is at rest. */
export function watchForUpdates() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => void register(), { once: true });
}

/**
 * A part of the page that is not there any more usually means that a new version was installed: then, and then only,
 * the page offers to be reloaded. What is open stays as it is until a person says so.
 */
export function watchForLostParts() {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // The router reloads the page by itself when it reads in a message that a module is missing.
    payload.message = `A part is missing. ${payload.message}`;
    isReplaced().then(
      (replaced) => replaced && announce(() => window.location.reload()),
      () => undefined,
    );
  });
}

/** Whether the server's page begins with another script than this one. No worker answers an address with a query. */
async function isReplaced(): Promise<boolean> {
  const answer = await fetch('/?version', { cache: 'no-store' });
  return answer.ok && !(await answer.text()).includes(buildName());
}

async function register() {
  const { registerSW } = await import('virtual:pwa-register');
  const activate = registerSW({ onNeedRefresh: () => announce(() => void activate(true)) });
}

function announce(update: Update) {
  ready = update;
  for (const listener of listeners) listener(update);
}

/** Tells when a new version waits to take over, also when it was already waiting. */
export function onUpdateReady(listener: (update: Update) => void): () => void {
  listeners.add(listener);
  if (ready) listener(ready);
  return () => listeners.delete(listener);
}
