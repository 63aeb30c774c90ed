import { useSyncExternalStore } from 'react';
import { storedValue, useStoredValue } from './stored-value';

export type ThemeChoice = 'system' | 'light' | 'dark';
export type Theme = 'light' | 'dark';

/** public/theme.js reads the same key before the first paint. */
export const themeChoice = storedValue<ThemeChoice>('theme', ['system', 'light', 'dark']);

const darkQuery = '(prefers-color-scheme: dark)';

export function currentTheme(): Theme {
  const choice = themeChoice.get();
  if (choice !== 'system') return choice;
  return window.matchMedia(darkQuery).matches ? 'dark' : 'light';
}

function subscribe(listener: () => void) {
  const media = window.matchMedia(darkQuery);
  const unsubscribe = themeChoice.subscribe(listener);
  media.addEventListener('change', listener);
  return () => {
    unsubscribe();
    media.removeEventListener('change', listener);
  };
}

/** Keeps the page in the chosen theme, also when another tab or the system changes it. */
export function followTheme() {
  const apply = () => {
    document.documentElement.dataset.theme = currentTheme();
  };
  apply();
  return subscribe(apply);
}

export function useTheme() {
  const theme = useSyncExternalStore(subscribe, currentTheme);
  const [choice, setChoice] = useStoredValue(themeChoice);
  return { theme, choice, setChoice, toggle: () => setChoice(theme === 'dark' ? 'light' : 'dark') };
}
