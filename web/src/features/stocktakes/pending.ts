import { useSyncExternalStore } from 'react';
import { ApiError } from '@/lib/api-error';
import { newKey } from '@/lib/new-key';
import { lastSignedIn, sessionState } from '@/lib/session-store';
import { pendingCountsKey, readStorage, writeStorage } from '@/lib/stored-value';

/** What was counted while nobody could be told: how many of a product there are, or some more of a code. */
export type PendingWhat =
  | { kind: 'count'; stocktakeId: number; productId: number; counted: number | null }
  | { kind: 'scan'; stocktakeId: number; code: string; quantity: number };

export type PendingCount = PendingWhat & {
  /** Stays the same however often it is sent, so that it counts once. */
  key: string;
  /** Who counted; another person on the same device neither sees it nor sends it. */
  personId: number;
  /** Why the server did not take it; then it waits to be read instead of to be sent. */
  problem?: string;
};

/** What a day of counting comes to; beyond it the counter is told that there is no connection. */
const most = 2000;

let known: { text: string | null; counts: PendingCount[] } = { text: null, counts: [] };
const listeners = new Set<() => void>();

function all(): PendingCount[] {
  const text = readStorage(pendingCountsKey);
  if (text !== known.text) known = { text, counts: parse(text) };
  return known.counts;
}

function parse(text: string | null): PendingCount[] {
  try {
    const counts: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(counts) ? counts : [];
  } catch {
    return [];
  }
}

function keep(counts: PendingCount[]) {
  const text = counts.length === 0 ? null : JSON.stringify(counts);
  writeStorage(pendingCountsKey, text);
  known = { text: readStorage(pendingCountsKey), counts };
  for (const listener of listeners) listener();
}

function me(): number | null {
  const session = sessionState();
  return session.status === 'signedOut' ? null : session.user.idUser;
}

/** Who makes a count: also the person whose session turned out to have ended when it was to be sent. */
function counter(): number | null {
  const session = sessionState();
  return session.status === 'signedOut' && session.why === 'expired' ? lastSignedIn() : me();
}

const isMine = ({ personId }: PendingCount) => personId === me();

function sameLine(one: PendingWhat, other: PendingWhat): boolean {
  if (one.kind !== 'count' || other.kind !== 'count') return false;
  return one.stocktakeId === other.stocktakeId && one.productId === other.productId;
}

/** Keeps a count until it can be sent; false when there is no room. A later count of a product replaces the earlier. */
export function addPending(what: PendingWhat, key = newKey()): boolean {
  const personId = counter();
  const others = all().filter((one) => one.key !== key && !(one.personId === personId && sameLine(one, what)));
  if (personId === null || others.length >= most) return false;
  const counts = [...others, { ...what, key, personId }];
  keep(counts);
  // Storage that is blocked or full keeps nothing, and nobody may believe that it does.
  return readStorage(pendingCountsKey) === JSON.stringify(counts);
}

export function dropPending(key: string) {
  keep(all().filter((one) => one.key !== key));
}

/** Whether something of the same stocktake waits: then the next stands behind it, so that none can overtake. */
export function isWaiting({ stocktakeId }: PendingWhat): boolean {
  return all().some((one) => isMine(one) && one.problem === undefined && one.stocktakeId === stocktakeId);
}

export function refusePending(key: string, problem: string) {
  keep(all().map((one) => (one.key === key ? { ...one, problem } : one)));
}

/** The next one of this person to send, in the order in which they were counted. */
export function nextPending(): PendingCount | undefined {
  return all().find((one) => isMine(one) && one.problem === undefined);
}

export function subscribePending(listener: () => void) {
  const onStorage = (event: StorageEvent) => {
    if (event.key === pendingCountsKey || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** What of a stocktake waits, and what the server did not take. */
export function usePending(stocktakeId: number): PendingCount[] {
  const counts = useSyncExternalStore(subscribePending, all);
  return counts.filter((one) => isMine(one) && one.stocktakeId === stocktakeId);
}

/** What was counted of a product and waits to be sent; undefined when nothing does. */
export function usePendingCount(stocktakeId: number, productId: number): number | null | undefined {
  const what = { kind: 'count', stocktakeId, productId, counted: null } as const;
  const waiting = useSyncExternalStore(subscribePending, all).find(
    (one) => isMine(one) && one.problem === undefined && sameLine(one, what),
  );
  return waiting?.kind === 'count' ? waiting.counted : undefined;
}

/**
 * Whether a call failed in a way that says nothing about what was asked: then it is worth sending again. Nobody was
 * reached, there was no time for it, or the session had ended meanwhile.
 */
export function isUnsent(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return [0, 401, 408, 429].includes(error.status) || error.status >= 502;
}
