import { useSyncExternalStore } from 'react';

/** A value kept in this browser that every part of the page, and every tab, sees change. */
export type StoredValue<Value extends string> = {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
};

/** Anything that is not one of the allowed values reads as the first of them. */
export function storedValue<Value extends string>(
  key: string,
  allowed: readonly [Value, ...Value[]],
): StoredValue<Value> {
  const listeners = new Set<() => void>();

  function get(): Value {
    const stored = readStorage(key);
    return allowed.find((value) => value === stored) ?? allowed[0];
  }

  function set(value: Value) {
    writeStorage(key, value);
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void) {
    const onStorage = (event: StorageEvent) => {
      if (event.key === key || event.key === null) listener();
    };
    listeners.add(listener);
    window.addEventListener('storage', onStorage);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', onStorage);
    };
  }

  return { get, set, subscribe };
}

export function useStoredValue<Value extends string>(stored: StoredValue<Value>) {
  const value = useSyncExternalStore(stored.subscribe, stored.get);
  return [value, stored.set] as const;
}

/** Where counts wait that were made without a connection; the shell looks there before it fetches who sends them. */
export const pendingCountsKey = 'pendingCounts';

/** Storage can be blocked or full; the page then works with its defaults. */
export function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStorage(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing to do: the value lives until the page is closed.
  }
}
