// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from './api-types';
import { clearSession, storeSession } from './session-store';
import { listenTogether } from './shared-events';

/** The browser's locks, as far as one name of them goes. */
function browserLocks() {
  type Ask = { step: () => Promise<void> | undefined; settle: () => void; fail: (error: unknown) => void };
  let holder: Ask | undefined;
  const queue: Ask[] = [];
  const lost = () => new DOMException('taken', 'AbortError');
  function next() {
    holder = queue.shift();
    const held = holder;
    if (!held) return;
    void Promise.resolve(held.step()).then(() => {
      held.settle();
      if (holder === held) next();
    });
  }
  return {
    request: (_name: string, { signal, steal = false }: LockOptions, step: Ask['step']) =>
      new Promise<void>((settle, fail) => {
        const ask = { step, settle, fail };
        signal?.addEventListener('abort', () => {
          const place = queue.indexOf(ask);
          if (place >= 0) queue.splice(place, 1);
          if (holder !== ask) fail(lost());
        });
        if (steal) {
          holder?.fail(lost());
          holder = undefined;
          queue.unshift(ask);
        } else queue.push(ask);
        if (holder === undefined) next();
      }),
  };
}

/** Streams that the server holds open, each with a way to send on it. */
function server() {
  const streams: { send: (text: string) => void; signal: AbortSignal }[] = [];
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => {
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.push({ send: (text) => controller.enqueue(encoder.encode(text)), signal });
        controller.enqueue(encoder.encode('event: hello\ndata: {}\n\n'));
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  const open = () => streams.filter(({ signal }) => !signal.aborted);
  return { open, change: (topic: string) => open().at(-1)?.send(`event: change\ndata: {"topic":"${topic}"}\n\n`) };
}

/** A tab, with what it was told. */
function tab() {
  const listener = { onChanges: vi.fn(), onResync: vi.fn() };
  return { ...listener, close: listenTogether(listener) };
}

beforeEach(() => {
  const user = { idUser: 1, username: 'lucia' } as Profile;
  storeSession({ token: 'token-of-lucia', user, expiresAt: '2999-01-01T00:00:00Z' });
});

afterEach(() => {
  vi.unstubAllGlobals();
  clearSession();
});

test('all tabs of a browser share one stream, and the next one listens when that tab goes', async () => {
  const stand = { locks: { value: browserLocks() }, onLine: { value: true } };
  vi.stubGlobal('navigator', Object.create(navigator, stand));
  const { open, change } = server();
  const first = tab();
  await vi.waitFor(() => expect(first.onResync).toHaveBeenCalledOnce());
  const second = tab();
  // A tab that joins asks for everything once, because what changed before was not told to it.
  await vi.waitFor(() => expect(second.onResync).toHaveBeenCalledOnce());
  expect(open()).toHaveLength(1);
  change('stock');
  await vi.waitFor(() => expect(second.onChanges).toHaveBeenCalledWith(['stock']));
  expect(first.onChanges).toHaveBeenCalledWith(['stock']);

  first.close();
  await vi.waitFor(() => expect(second.onResync).toHaveBeenCalledTimes(2));
  expect(open()).toHaveLength(1);
  change('orders');
  await vi.waitFor(() => expect(second.onChanges).toHaveBeenLastCalledWith(['orders']));
  second.close();
  await vi.waitFor(() => expect(open()).toHaveLength(0));
});

test('where tabs cannot share, one that is hidden gives its stream up and asks again when it is seen', () => {
  vi.useFakeTimers();
  const { open } = server();
  const { close } = tab();
  let state = 'hidden';
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => state as never);
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(29_000);
  expect(open()).toHaveLength(1);
  vi.advanceTimersByTime(2000);
  expect(open()).toHaveLength(0);
  state = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(open()).toHaveLength(1);
  close();
  visibility.mockRestore();
  vi.useRealTimers();
});
