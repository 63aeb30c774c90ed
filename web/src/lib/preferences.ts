import { storedValue } from './stored-value';

export type Density = 'normal' | 'compact';

/** Choices that belong to this browser rather than to the account. */
export const densityPreference = storedValue<Density>('density', ['normal', 'compact']);
export const shortcutsPreference = storedValue('shortcuts', ['on', 'off']);
export const pageSizePreference = storedValue('pageSize', ['20', '10', '50', '100']);

/** Rows follow the chosen density through one attribute, so tables need not know about it. */
export function followDensity() {
  const apply = () => {
    document.documentElement.dataset.density = densityPreference.get();
  };
  apply();
  return densityPreference.subscribe(apply);
}
