import type { QueryClient } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import { isOnline, subscribeOnline } from '@/lib/online';
import { subscribeSession } from '@/lib/session-store';
import { showToast } from '@/ui/feedback/toast';
import { sendCount, sendScan } from './calls';
import { dropPending, isUnsent, nextPending, type PendingCount, refusePending, subscribePending } from './pending';
import { pendingStrings as s } from './strings';

/** How long to wait for the next try where the browser believes that there is a connection. */
const againMs = 15_000;

let started = false;

/** Sends what was counted without a connection, one after another, as soon as there is one: from any screen. */
export function sendPending(queryClient: QueryClient) {
  if (started) return;
  started = true;
  let busy = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function sendAll() {
    clearTimeout(timer);
    if (busy || !isOnline() || nextPending() === undefined) return;
    busy = true;
    const sent = await alone(() => sendInOrder());
    busy = false;
    if (sent > 0) {
      showToast({ title: s.sent(sent) });
      void queryClient.invalidateQueries({ queryKey: ['stocktakes'] });
    }
    if (nextPending() !== undefined) timer = setTimeout(() => void sendAll(), againMs);
  }

  subscribeOnline(() => void sendAll());
  subscribePending(() => void sendAll());
  subscribeSession(() => void sendAll());
  void sendAll();
}

async function sendInOrder(): Promise<number> {
  let sent = 0;
  for (let next = nextPending(); next !== undefined; next = nextPending()) {
    try {
      await send(next);
      dropPending(next.key);
      sent += 1;
    } catch (error) {
      if (isUnsent(error)) return sent;
      refusePending(next.key, errorText(error));
      showToast({ type: 'error', title: s.refused, description: errorText(error), sticky: true });
    }
  }
  return sent;
}

function send(pending: PendingCount): Promise<unknown> {
  return pending.kind === 'count' ? sendCount(pending) : sendScan(pending);
}

/** One tab sends for all of them; where the browser has no locks, the keys keep it from counting twice. */
function alone(send: () => Promise<number>): Promise<number> {
  if (!('locks' in navigator)) return send();
  return navigator.locks.request('estante-pending-counts', send);
}
