type Update = () => void;

let ready: Update | null = null;
const listeners = new Set<(update: Update) => void>();

/** Registers the service worker once the page is at rest. */
export function watchForUpdates() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => void register(), { once: true });
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
