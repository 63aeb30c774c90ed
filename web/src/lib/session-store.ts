import type { Profile } from './api-types';
import { forgetPerson } from './personal';
import { readStorage, writeStorage } from './stored-value';

/** The keys are fixed: other pages of the same origin may read them. */
const keys = { token: 'sessionToken', user: 'user', expiresAt: 'expiresAt' } as const;

export type SessionState =
  | { status: 'checking' | 'signedIn'; token: string; user: Profile; expiresAt: string }
  | { status: 'signedOut'; why: SignedOutWhy };

/**
 * Leaving on purpose, in this tab or another, is not being interrupted: there is nowhere to return to. A user who
 * had a session that ended by itself is told so; a user who never had one is not.
 */
export type SignedOutWhy = 'never' | 'left' | 'expired';

const signedOut = (why: SignedOutWhy): SessionState => ({ status: 'signedOut', why });

/** The token that this page found or left in the storage. */
let keptToken: string | null = null;
let state: SessionState = readState('checking');
/** Who was signed in here last, so that a place to return to leads nobody else there. */
let lastPerson = personOf(state);
const listeners = new Set<() => void>();

function readState(status: 'checking' | 'signedIn'): SessionState {
  const token = readStorage(keys.token);
  const user = parseUser(readStorage(keys.user));
  const expiresAt = readStorage(keys.expiresAt);
  keptToken = token;
  if (!token || !user || !expiresAt) return signedOut('never');
  if (!(Date.parse(expiresAt) > Date.now())) return signedOut('expired');
  return { status, token, user, expiresAt };
}

function parseUser(text: string | null): Profile | null {
  try {
    const user: unknown = JSON.parse(text ?? 'null');
    return typeof user === 'object' && user !== null && 'username' in user ? (user as Profile) : null;
  } catch {
    return null;
  }
}

function personOf(session: SessionState): number | null {
  return session.status === 'signedOut' ? null : session.user.idUser;
}

/** What was kept of the person who left is gone before a screen hears of the next. */
function change(next: SessionState) {
  const before = personOf(state);
  state = next;
  lastPerson = personOf(next) ?? lastPerson;
  if (before !== null && personOf(next) !== before) forgetPerson();
  for (const listener of listeners) listener();
}

export function lastSignedIn(): number | null {
  return lastPerson;
}

export function sessionState(): SessionState {
  return state;
}

export function sessionToken(): string | null {
  return state.status === 'signedOut' ? null : state.token;
}

export function storeSession(session: { token: string; user: Profile; expiresAt: string }) {
  writeStorage(keys.token, session.token);
  writeStorage(keys.user, JSON.stringify(session.user));
  writeStorage(keys.expiresAt, session.expiresAt);
  keptToken = readStorage(keys.token);
  change({ status: 'signedIn', ...session });
}

/** Changes what is known about the session without touching its token. */
export function updateSession(known: { user?: Profile; expiresAt?: string }) {
  if (state.status === 'signedOut') return;
  storeSession({
    token: state.token,
    user: known.user ?? state.user,
    expiresAt: known.expiresAt ?? state.expiresAt,
  });
}

export function clearSession({ onPurpose = false } = {}) {
  for (const key of Object.values(keys)) writeStorage(key, null);
  if (state.status !== 'signedOut') change(signedOut(onPurpose ? 'left' : 'expired'));
}

/** A late answer for an old token must not end the session that replaced it. */
export function clearSessionOf(token: string) {
  if (sessionToken() === token) clearSession();
}

export function subscribeSession(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function takeStored() {
  const next = readState('signedIn');
  if (next.status === 'signedOut' && state.status === 'signedOut') return;
  change(next.status === 'signedOut' ? signedOut('left') : next);
}

/**
 * Signing in or out in one tab does the same in the others. A tab that slept is told nothing of what happened
 * meanwhile, so it looks for itself before it shows anything.
 */
export function followOtherTabs() {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === keys.token || event.key === keys.expiresAt) takeStored();
  };
  const onWake = () => {
    // Where storage is blocked the session lives in this page alone.
    const isKept = state.status === 'signedOut' || keptToken === state.token;
    if (document.visibilityState === 'visible' && isKept && readStorage(keys.token) !== sessionToken()) takeStored();
  };
  const wakings = [
    [window, 'pageshow'],
    [window, 'focus'],
    [document, 'visibilitychange'],
    [document, 'resume'],
  ] as const;
  window.addEventListener('storage', onStorage);
  for (const [target, event] of wakings) target.addEventListener(event, onWake, true);
  return () => {
    window.removeEventListener('storage', onStorage);
    for (const [target, event] of wakings) target.removeEventListener(event, onWake, true);
  };
}

/** Reads the stored session again, as a page that has just been opened does. */
export function reloadSession() {
  change(readState('checking'));
}
