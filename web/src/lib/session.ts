import { useSyncExternalStore } from 'react';
import { ApiError } from './api-error';
import type { Answer, Profile } from './api-types';
import { answer, api } from './client';
import { forgetPerson } from './personal';
import {
  clearSession,
  followOtherTabs,
  lastSignedIn,
  type SessionState,
  sessionState,
  sessionToken,
  storeSession,
  subscribeSession,
  updateSession,
} from './session-store';

const hourMs = 60 * 60 * 1000;

/** Well before the end when there is time, half-way when there is little. */
export function refreshDelay(remainingMs: number): number {
  return remainingMs > 2 * hourMs ? remainingMs - hourMs : remainingMs / 2;
}

/** Only an answer of the server ends a session; a lost connection does not sign any user out. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

/** Asks the server whether the session kept from the last visit still stands; what it guards waits for `ready` too. */
export async function checkSession(ready?: Promise<void>) {
  const token = sessionToken();
  if (token === null) {
    clearSession();
    return;
  }
  try {
    const asked = answer(api.POST('/api/auth/validate/', { body: { sessionToken: token } }));
    const [{ user, expiresAt }] = await Promise.all([asked, ready]);
    if (sessionToken() === token) updateSession({ user, expiresAt });
  } catch (error) {
    if (isRefusal(error)) clearSession();
    else updateSession({});
  }
}

export async function refreshSession() {
  const token = sessionToken();
  if (token === null) return;
  try {
    const { expiresAt } = await answer(api.POST('/api/auth/refresh/', { body: { sessionToken: token } }));
    if (sessionToken() === token) updateSession({ expiresAt });
  } catch (error) {
    if (isRefusal(error)) clearSession();
  }
}

const minRefreshDelayMs = 30_000;

/** Checks the kept session, then keeps it alive for as long as the page is open. Call once at start. */
export function startSession(ready?: Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule() {
    clearTimeout(timer);
    const current = sessionState();
    if (current.status !== 'signedIn') return;
    const remainingMs = Date.parse(current.expiresAt) - Date.now();
    timer = setTimeout(() => void refresh(), Math.max(minRefreshDelayMs, refreshDelay(remainingMs)));
  }

  async function refresh() {
    await refreshSession();
    // A refusal or a new date reschedules through the store; a lost connection does not.
    schedule();
  }

  // Timers sleep with the computer, so coming back to the page looks at the clock again.
  function onReturn() {
    const current = sessionState();
    if (document.visibilityState === 'hidden' || current.status !== 'signedIn') return;
    const remainingMs = Date.parse(current.expiresAt) - Date.now();
    if (remainingMs <= 0) clearSession();
    else if (remainingMs < hourMs) void refresh();
  }

  const stops = [followOtherTabs(), subscribeSession(schedule)];
  document.addEventListener('visibilitychange', onReturn);
  window.addEventListener('online', onReturn);
  // What a tab kept of a person over a reload goes too, if the session ended in between.
  if (sessionState().status === 'signedOut') forgetPerson();
  void checkSession(ready);
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', onReturn);
    window.removeEventListener('online', onReturn);
  };
}

export function signIn({ user, session }: Answer<'/api/auth/login/', 'post'>) {
  storeSession({ token: session.sessionToken, user, expiresAt: session.expiresAt });
}

/** The page forgets the session at once; the server is told, and needs no success to be signed out here. */
export async function signOut() {
  const token = sessionToken();
  clearSession({ onPurpose: true });
  if (token === null) return;
  await api.POST('/api/auth/logout/', { body: { sessionToken: token } }).catch(() => undefined);
}

export function useSession(): SessionState {
  return useSyncExternalStore(subscribeSession, sessionState);
}

/** The signed-in person; only for what is rendered inside the guarded part. */
export function useUser(): Profile {
  const session = useSession();
  if (session.status === 'signedOut') throw new Error('useUser needs a signed-in session');
  return session.user;
}

/** Keeps the name in the shell right after the profile was saved. */
export function updateUser(user: Profile) {
  updateSession({ user });
}

const returnPathKey = 'returnPath';
const returnPersonKey = 'returnPathOf';

/** Where a user was going when they were asked to sign in; kept per tab. */
export function rememberReturnPath(path: string) {
  sessionStorage.setItem(returnPathKey, path);
  sessionStorage.setItem(returnPersonKey, String(lastSignedIn() ?? ''));
}

/**
 * Only a path of this site; anything else could lead a person away after signing in. Nor does it lead another person
 * to what the last one was looking at.
 */
export function returnPath(): string | null {
  const path = sessionStorage.getItem(returnPathKey);
  const whose = sessionStorage.getItem(returnPersonKey) || null;
  const session = sessionState();
  if (whose !== null && session.status !== 'signedOut' && whose !== String(session.user.idUser)) return null;
  return path?.startsWith('/') && !path.startsWith('//') ? path : null;
}

export function forgetReturnPath() {
  sessionStorage.removeItem(returnPathKey);
  sessionStorage.removeItem(returnPersonKey);
}
