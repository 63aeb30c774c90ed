/**
 * The one registry of what the page keeps of a person outside of its screens: answers of the server, drafts, toasts
 * that can undo. The next person on this machine finds none of it, so what keeps something registers here how it
 * is forgotten. Choices of the browser itself, as the theme, belong to nobody and stay.
 */
const kept = new Set<() => void>();

export function forgetWithPerson(forget: () => void): () => void {
  kept.add(forget);
  return () => kept.delete(forget);
}

/** Called when a person leaves or another one takes the place, before anything is drawn for the next. */
export function forgetPerson() {
  for (const forget of kept) forget();
}

const prefix = 'person:';

/** What this tab keeps of the person over a reload. */
export const personalStorage = {
  get: (key: string): string | null => attempt(() => sessionStorage.getItem(prefix + key)),
  set: (key: string, value: string) => attempt(() => sessionStorage.setItem(prefix + key, value)),
  remove: (key: string) => attempt(() => sessionStorage.removeItem(prefix + key)),
};

forgetWithPerson(() => {
  const keys = attempt(() => Object.keys(sessionStorage)) ?? [];
  for (const key of keys) if (key.startsWith(prefix)) attempt(() => sessionStorage.removeItem(key));
});

/** Storage can be blocked or full; then nothing is kept. */
function attempt<Result>(ask: () => Result): Result | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
