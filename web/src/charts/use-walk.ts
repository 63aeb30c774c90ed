import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { clamp } from './scale';

/** Going along the points of a picture with the pointer or with the arrow keys. */
export function useWalk(count: number, indexAt: (x: number) => number) {
  const [active, setActive] = useState<number | null>(null);

  function follow(event: PointerEvent<SVGSVGElement>) {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setActive(clamp(indexAt(x), count - 1));
  }

  function step(event: KeyboardEvent) {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === 'Escape' && active !== null) {
      // A panel around the picture stays open.
      event.stopPropagation();
      setActive(null);
    }
    if (move === undefined) return;
    event.preventDefault();
    setActive((now) => clamp((now ?? (move < 0 ? count : -1)) + move, count - 1));
  }

  const leave = () => setActive(null);
  const handlers = { onPointerMove: follow, onPointerLeave: leave, onBlur: leave, onKeyDown: step };
  return { active, handlers };
}
