import { useRef } from 'react';
import { newKey as anyKey } from './new-key';

/**
 * Makes a write happen once even if its answer gets lost: the same body sent again carries the same key,
 * and the server then repeats its first answer instead of the effect. After a success a new key begins.
 */
export function createOnceKey(newKey: () => string = anyKey) {
  let last: { body: string; key: string } | null = null;
  return {
    headersFor(body: unknown): { 'Idempotency-Key': string } {
      const text = JSON.stringify(body);
      if (last?.body !== text) last = { body: text, key: newKey() };
      return { 'Idempotency-Key': last.key };
    },
    done() {
      last = null;
    },
  };
}

export type OnceKey = ReturnType<typeof createOnceKey>;

/** One per dialog: it lives as long as what was typed in it. */
export function useOnceKey(): OnceKey {
  const once = useRef<OnceKey>(null);
  once.current ??= createOnceKey();
  return once.current;
}
