// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Profile } from './api-types';
import { forgetWithPerson, personalStorage } from './personal';
import {
  checkSession,
  forgetReturnPath,
  refreshDelay,
  refreshSession,
  rememberReturnPath,
  returnPath,
  signIn,
  signOut,
  startSession,
} from './session';
import { clearSession, reloadSession, sessionState, storeSession, subscribeSession } from './session-store';

const user = { idUser: 1, username: 'lucia', permissions: [], roles: [] } as unknown as Profile;
const later = '2999-01-01T00:00:00Z';
const muchLater = '2999-06-01T00:00:00Z';
const hourMs = 3_600_000;

function serverReplies(status: number, body: unknown) {
  const fetch = vi.fn(async (_request: Request) => new Response(JSON.stringify(body), { status }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

function keepSession({ expiresAt = later } = {}) {
  localStorage.setItem('sessionToken', 'token-1');
  localStorage.setItem('user', JSON.stringify(user));
  localStorage.setItem('expiresAt', expiresAt);
}

afterEach(() => {
  vi.useRealTimers();
  clearSession();
  forgetReturnPath();
});

describe('on start', () => {
  test('a kept session is checked before it counts', async () => {
    keepSession();
    reloadSession();
    expect(sessionState().status).toBe('checking');
    serverReplies(200, { valid: true, expiresAt: muchLater, user: { ...user, username: 'lucia.f' } });
    await checkSession();
    expect(sessionState()).toMatchObject({ status: 'signedIn', expiresAt: muchLater });
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ username: 'lucia.f' });
  });

  test('what it guards waits for whatever has to be ready, but a refusal does not', async () => {
    keepSession();
    reloadSession();
    serverReplies(200, { valid: true, expiresAt: muchLater, user });
    let getReady = () => {};
    const checked = checkSession(new Promise<void>((resolve) => (getReady = resolve)));
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
    await new Promise((resolve) => setTimeout(resolve));
    expect(sessionState().status).toBe('checking');
    getReady();
    await checked;
    expect(sessionState().status).toBe('signedIn');
    serverReplies(401, { detail: 'Sesión expirada' });
    await checkSession(new Promise(() => {}));
    expect(sessionState().status).toBe('signedOut');
  });

  test('one whose time has passed does not', () => {
    keepSession({ expiresAt: '2020-01-01T00:00:00Z' });
    reloadSession();
    expect(sessionState()).toEqual({ status: 'signedOut', why: 'expired' });
  });

  test('broken storage is nobody', () => {
    keepSession();
    localStorage.setItem('user', '{"username"');
    reloadSession();
    expect(sessionState()).toEqual({ status: 'signedOut', why: 'never' });
  });

  test('a refusal of the server ends it', async () => {
    keepSession();
    reloadSession();
    serverReplies(401, { detail: 'Sesión expirada' });
    await checkSession();
    expect(sessionState()).toEqual({ status: 'signedOut', why: 'expired' });
    expect(localStorage.getItem('user')).toBeNull();
  });

  test('a lost connection does not', async () => {
    keepSession();
    reloadSession();
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    await checkSession();
    expect(sessionState()).toMatchObject({ status: 'signedIn', user });
  });
});

describe('refreshing', () => {
  test('happens an hour before the end, or half-way when there is less', () => {
    expect(refreshDelay(12 * hourMs)).toBe(11 * hourMs);
    expect(refreshDelay(hourMs)).toBe(hourMs / 2);
  });

  test('moves the end', async () => {
    storeSession({ token: 'token-1', user, expiresAt: later });
    serverReplies(200, { expiresAt: muchLater });
    await refreshSession();
    expect(localStorage.getItem('expiresAt')).toBe(muchLater);
  });

  test('is asked for by itself when its time comes', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-15T10:00:00Z') });
    const fetch = serverReplies(200, { expiresAt: '2026-11-16T10:00:00Z' });
    const stop = startSession();
    storeSession({ token: 'token-1', user, expiresAt: '2026-11-15T22:00:00Z' });
    await vi.advanceTimersByTimeAsync(11 * hourMs - 1000);
    expect(fetch).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(fetch).toHaveBeenCalledOnce();
    expect(sessionState()).toMatchObject({ expiresAt: '2026-11-16T10:00:00Z' });
    stop();
  });
});

describe('signing', () => {
  test('in keeps the three keys', () => {
    signIn({ user, session: { sessionToken: 'token-9', expiresAt: later } });
    expect(localStorage.getItem('sessionToken')).toBe('token-9');
    expect(localStorage.getItem('expiresAt')).toBe(later);
    expect(sessionState().status).toBe('signedIn');
  });

  test('out tells the server and works without it', async () => {
    storeSession({ token: 'token-1', user, expiresAt: later });
    const fetch = vi.fn(async (_request: Request) => Promise.reject(new TypeError('Failed to fetch')));
    vi.stubGlobal('fetch', fetch);
    await signOut();
    expect(sessionState()).toEqual({ status: 'signedOut', why: 'left' });
    const request = fetch.mock.calls[0]?.[0];
    await expect(request?.json()).resolves.toEqual({ sessionToken: 'token-1' });
  });

  test('out in another tab signs this one out', () => {
    serverReplies(200, { valid: true, expiresAt: later, user });
    const stop = startSession();
    storeSession({ token: 'token-1', user, expiresAt: later });
    localStorage.removeItem('sessionToken');
    window.dispatchEvent(new StorageEvent('storage', { key: 'sessionToken' }));
    expect(sessionState().status).toBe('signedOut');
    stop();
  });
});

describe('another person on the same machine', () => {
  const other = { ...user, idUser: 2, username: 'marcos' };
  const signInElsewhere = () => {
    localStorage.setItem('sessionToken', 'token-2');
    localStorage.setItem('user', JSON.stringify(other));
  };

  test('finds nothing that was kept of the last one, before a screen hears of the change', () => {
    storeSession({ token: 'token-1', user, expiresAt: later });
    const seen: string[] = [];
    const stops = [forgetWithPerson(() => seen.push('forgotten')), subscribeSession(() => seen.push('told'))];
    personalStorage.set('draft', 'Mi borrador');
    storeSession({ token: 'token-1b', user, expiresAt: later });
    expect([personalStorage.get('draft'), ...seen]).toEqual(['Mi borrador', 'told']);
    clearSession({ onPurpose: true });
    expect([personalStorage.get('draft'), ...seen]).toEqual([null, 'told', 'forgotten', 'told']);
    for (const stop of stops) stop();
  });

  test('a tab that slept meanwhile clears before it shows', () => {
    serverReplies(200, { valid: true, expiresAt: later, user });
    storeSession({ token: 'token-1', user, expiresAt: later });
    const forget = vi.fn();
    const stops = [startSession(), forgetWithPerson(forget)];
    signInElsewhere();
    window.dispatchEvent(new Event('pageshow'));
    expect(forget).toHaveBeenCalledOnce();
    expect(sessionState()).toMatchObject({ token: 'token-2', user: { username: 'marcos' } });
    for (const stop of stops) stop();
  });

  test('is not led to what the last one was looking at', () => {
    storeSession({ token: 'token-1', user, expiresAt: later });
    clearSession();
    rememberReturnPath('/pedidos?buscar=Ana');
    storeSession({ token: 'token-2', user: other, expiresAt: later });
    expect(returnPath()).toBeNull();
    storeSession({ token: 'token-1', user, expiresAt: later });
    expect(returnPath()).toBe('/pedidos?buscar=Ana');
  });
});

test('only a path of this site is a place to return to', () => {
  rememberReturnPath('/pedidos?estado=enviado');
  expect(returnPath()).toBe('/pedidos?estado=enviado');
  rememberReturnPath('//example.org/');
  expect(returnPath()).toBeNull();
  rememberReturnPath('https://example.org/');
  expect(returnPath()).toBeNull();
});
