import { type MouseEvent, useEffect, useRef } from 'react';

/** Clicks that follow one another within this are one: nobody answers a question as fast. */
const doubleClickMs = 500;

/**
 * Lets only the first click of a double one through. The second comes before what the first began is drawn as busy,
 * so a button that is not busy yet would do everything twice. For buttons that always begin something.
 */
export function useFirstClick(busy: boolean, act: () => void): (event: MouseEvent) => void {
  const last = useRef<number | null>(null);
  useEffect(() => {
    // It has ended, so it may be begun again at once.
    if (!busy) last.current = null;
  }, [busy]);
  return ({ timeStamp }) => {
    if (last.current !== null && timeStamp - last.current < doubleClickMs) return;
    last.current = timeStamp;
    act();
  };
}
