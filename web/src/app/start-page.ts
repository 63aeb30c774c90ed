import type { ScreenPath } from '@/lib/screen';
import { storedValue } from '@/lib/stored-value';
import { menuGroup } from './screens';

const screens = [...menuGroup('main'), ...menuGroup('stock')];

/** The screen that signing in leads to: the dashboard, unless another one was chosen. */
export const startPagePreference = storedValue<ScreenPath>('startPage', [
  '/dashboard',
  ...screens.map(({ path }) => path),
]);

/** All there is to choose from. */
export const startPages = screens.map(({ path, label }) => ({ value: path, label }));
