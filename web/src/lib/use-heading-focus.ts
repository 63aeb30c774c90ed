import { useEffect } from 'react';

/**
 * A screen that replaces another without a new address announces itself by moving the focus to its title, and
 * so does one that lost the button it was changed with. A dialog gives the focus back while it closes, so this
 * happens a moment later.
 */
export function useHeadingFocus(isReplaced: boolean) {
  useEffect(() => {
    if (!isReplaced) return undefined;
    const frame = requestAnimationFrame(() => document.querySelector<HTMLElement>('main h1')?.focus());
    return () => cancelAnimationFrame(frame);
  }, [isReplaced]);
}
