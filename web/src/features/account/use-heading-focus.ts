import { useEffect } from 'react';

/** A screen that replaces another without a new address announces itself by moving the focus to its title. */
export function useHeadingFocus(isReplaced: boolean) {
  useEffect(() => {
    if (isReplaced) document.querySelector<HTMLElement>('main h1')?.focus();
  }, [isReplaced]);
}
