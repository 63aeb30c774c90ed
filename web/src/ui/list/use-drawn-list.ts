import { useDeferredValue, useLayoutEffect, useMemo } from 'react';

export type DrawnList<List> = {
  /** Nothing until the first one has come. */
  list: List | undefined;
  /** It makes room for another one. */
  dimmed: boolean;
  /** Another one is on its way, or being drawn. */
  busy: boolean;
};

/**
 * The list that is on the screen. A new one is drawn a little at a time and shown at once: a user who types while it
 * comes
 * never waits for it. Until then the one before stays as it was, dimmed if it was.
 */
export function useDrawnList<List>(list: List | undefined, stale: boolean): DrawnList<List> {
  const wanted = useMemo(() => ({ list, stale }), [list, stale]);
  const drawn = useDeferredValue(wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is what has to be laid out.
  useLayoutEffect(layOut, [drawn.list]);
  return {
    list: drawn.list,
    dimmed: stale || drawn.stale,
    busy: list === undefined || stale || drawn !== wanted,
  };
}

/** At once, so that the frame that shows it has only to paint it, and a key that comes in between goes first. */
function layOut() {
  document.body.getBoundingClientRect();
}
