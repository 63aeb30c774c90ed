import { useEffect, useEffectEvent } from 'react';
import { type TicketThread, useReadTicket } from './api';

/** Takes a thread as read while a user can see it: a page in the background has been seen by nobody. */
export function useReadMark({ id, unread, messages }: TicketThread) {
  const read = useReadTicket();
  const last = messages.at(-1)?.id ?? 0;
  const mark = useEffectEvent(() => {
    if (unread && last > 0 && document.visibilityState === 'visible') read.mutate({ id, upTo: last });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is marked once, whatever renders.
  useEffect(() => {
    mark();
    const onVisible = () => mark();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [id, unread, last]);
}
