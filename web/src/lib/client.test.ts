// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, errorText } from './api-error';
import type { Profile } from './api-types';
import { answer, api } from './client';
import { isOnline, reportReachable } from './online';
import { clearSession, sessionState, storeSession } from './session-store';

const user = { idUser: 1, username: 'lucia', permissions: [], roles: [] } as unknown as Profile;
const expiresAt = '2999-01-01T00:00:00Z';

type Reply = { status: number; body?: unknown; headers?: Record<string, string> };

function serverReplies({ status, body, headers = {} }: Reply) {
  const fetch = vi.fn(async (_request: Request, _init?: RequestInit) =>
    body === undefined
      ? new Response(null, { status, headers })
      : new Response(JSON.stringify(body), {
          status,
          headers: { 'Content-Type': 'application/json', ...headers },
        }),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`);
  return error;
}

beforeEach(() => storeSession({ token: 'token-1', user, expiresAt }));
afterEach(() => {
  clearSession();
  reportReachable(true);
});

describe('a call', () => {
  test('carries the session and returns the data', async () => {
    const fetch = serverReplies({ status: 200, body: { username: 'lucia' } });
    await expect(answer(api.GET('/api/profile/'))).resolves.toEqual({ username: 'lucia' });
    const request = fetch.mock.calls[0]?.[0];
    expect(request?.headers.get('Authorization')).toBe('Session token-1');
    expect(new URL(request?.url ?? '').pathname).toBe('/api/profile/');
  });

  test('without content is a success', async () => {
    serverReplies({ status: 204 });
    await expect(answer(api.POST('/api/notifications/read-all/'))).resolves.toBeUndefined();
  });

  test('carries no header when nobody is signed in', async () => {
    clearSession();
    const fetch = serverReplies({ status: 200, body: {} });
    await answer(api.GET('/api/business/'));
    expect(fetch.mock.calls[0]?.[0].headers.has('Authorization')).toBe(false);
  });
});

describe('a failure', () => {
  test('by field keeps every message', async () => {
    serverReplies({ status: 400, body: { email: ['El email no es válido'], dni: ['Uno', 'Dos'] } });
    const error = await failureOf(answer(api.GET('/api/profile/')));
    expect(error).toMatchObject({ kind: 'fields', status: 400, fields: { dni: ['Uno', 'Dos'] } });
    expect(errorText(error)).toBe('El email no es válido');
  });

  test.each([403, 404, 409, 412, 500, 503])('with status %d keeps the sentence of the server', async (status) => {
    serverReplies({ status, body: { detail: 'Una frase' } });
    const error = await failureOf(answer(api.GET('/api/profile/')));
    expect(error).toMatchObject({ kind: 'http', status, detail: 'Una frase' });
    expect(errorText(error)).toBe('Una frase');
  });

  test('that is not JSON still has a sentence', async () => {
    vi.stubGlobal('fetch', async () => new Response('<h1>502</h1>', { status: 502 }));
    const error = await failureOf(answer(api.GET('/api/profile/')));
    expect(error).toMatchObject({ kind: 'http', status: 502 });
    expect(errorText(error)).toBe('Error interno del servidor');
  });

  test('without a sentence of the server is told in the words of the call', async () => {
    vi.stubGlobal('fetch', async () => new Response('<h1>502</h1>', { status: 502 }));
    const call = () => failureOf(answer(api.GET('/api/profile/'), 'No se pudo leer el perfil'));
    expect(errorText(await call())).toBe('No se pudo leer el perfil');
    serverReplies({ status: 500, body: { detail: 'Una frase' } });
    expect(errorText(await call())).toBe('Una frase');
    serverReplies({ status: 400, body: { email: ['El email no es válido'] } });
    expect(errorText(await call())).toBe('El email no es válido');
  });

  test('for too many attempts says when to try again', async () => {
    serverReplies({ status: 429, body: { detail: 'Espera' }, headers: { 'Retry-After': '42' } });
    const error = await failureOf(answer(api.GET('/api/profile/')));
    expect(error.retryAfterSeconds).toBe(42);
  });

  test('of the network says so, and the page knows it is offline', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    const error = await failureOf(answer(api.GET('/api/profile/')));
    expect(error).toMatchObject({ kind: 'network', status: 0 });
    expect(isOnline()).toBe(false);
  });

  test('to answer in time is a timeout', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')));
    vi.stubGlobal('fetch', async (_: Request, init: RequestInit) => Promise.reject(init.signal?.reason));
    const error = await failureOf(answer(api.GET('/api/profile/')));
    expect(error.kind).toBe('timeout');
  });

  test.each([
    ['/api/profile/' as const, 10_000],
    ['/api/auth/login/' as const, 30_000],
  ])('%s waits %d ms', async (path, ms) => {
    serverReplies({ status: 200, body: {} });
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    if (path === '/api/profile/') await answer(api.GET(path));
    else await answer(api.POST(path, { body: { username: 'a', password: 'b' } }));
    expect(timeout).toHaveBeenCalledWith(ms);
  });

  test('what reads or writes a whole file has minutes, and what only tells of it has not', async () => {
    serverReplies({ status: 200, body: {} });
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const params = { path: { id: 7 } };
    await answer(api.GET('/api/products/export/'));
    await answer(api.POST('/api/imports/{id}/preview/', { params }));
    await answer(api.GET('/api/imports/{id}/', { params }));
    expect(timeout.mock.calls.map(([ms]) => ms)).toEqual([600_000, 600_000, 10_000]);
  });
});

describe('a 401', () => {
  test('ends the session', async () => {
    serverReplies({ status: 401, body: { detail: 'Sesión expirada' } });
    await failureOf(answer(api.GET('/api/profile/')));
    expect(sessionState().status).toBe('signedOut');
    expect(localStorage.getItem('sessionToken')).toBeNull();
  });

  test('at sign-in is only about the password typed', async () => {
    serverReplies({ status: 401, body: { detail: 'Credenciales inválidas' } });
    await failureOf(answer(api.POST('/api/auth/login/', { body: { username: 'a', password: 'b' } })));
    expect(sessionState().status).toBe('signedIn');
  });

  test('for an old token leaves the session that replaced it', async () => {
    vi.stubGlobal('fetch', async () => {
      storeSession({ token: 'token-2', user, expiresAt });
      return new Response('{"detail":"Sesión expirada"}', { status: 401 });
    });
    await failureOf(answer(api.GET('/api/profile/')));
    expect(sessionState()).toMatchObject({ status: 'signedIn', token: 'token-2' });
  });
});
