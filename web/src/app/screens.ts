import { screens as account } from '@/features/account/screens';
import { screens as alerts } from '@/features/alerts/screens';
import { screens as channels } from '@/features/channels/screens';
import { screens as dashboard } from '@/features/dashboard/screens';
import { screens as entries } from '@/features/entries/screens';
import { screens as forecast } from '@/features/forecast/screens';
import { screens as imports } from '@/features/imports/screens';
import { screens as inventory } from '@/features/inventory/screens';
import { screens as orders } from '@/features/orders/screens';
import { screens as products } from '@/features/products/screens';
import { screens as purchases } from '@/features/purchases/screens';
import { screens as settings } from '@/features/settings/screens';
import { screens as suppliers } from '@/features/suppliers/screens';
import { screens as support } from '@/features/support/screens';
import type { MenuPlace, Screen, ScreenPath, Topics } from '@/lib/screen';

/** The manifest: every screen of the shell, as its feature describes it. All that follows is read off it. */
export const screens: Screen[] = [
  ...dashboard,
  ...products,
  ...inventory,
  ...orders,
  ...channels,
  ...imports,
  ...forecast,
  ...alerts,
  ...purchases,
  ...suppliers,
  ...entries,
  ...settings,
  ...account,
  ...support,
];

/** What no screen of its own shows, because all of them do. */
const everywhere: Topics = { notifications: { keptOffline: true } };

export const topics: Topics = Object.assign({}, everywhere, ...screens.map((screen) => screen.topics));

export const screenCommands = screens.flatMap(({ commands = [] }) => commands);

/** A screen of the navigation. */
export type MenuScreen = Pick<Screen, 'label'> & MenuPlace & { path: ScreenPath };

function hasStaticPath(path: Screen['path']): path is ScreenPath {
  return !path.includes('$');
}

export const menuScreens: MenuScreen[] = screens.flatMap(({ path, label, menu }) =>
  menu && hasStaticPath(path) ? [{ path, label, ...menu }] : [],
);

export function menuGroup(group: MenuPlace['group']): MenuScreen[] {
  return menuScreens.filter((screen) => screen.group === group);
}

/** On phones: what one needs at the shelf, and the rest behind «Más». */
export const phoneScreens = menuScreens
  .filter(({ phone }) => phone !== undefined)
  .sort((one, other) => (one.phone ?? 0) - (other.phone ?? 0));
export const phoneMoreScreens = menuScreens.filter(({ phone }) => phone === undefined);

const home: Crumb = { label: 'Inicio', path: '/dashboard' };

/** The screen at a path: the one of exactly that name before one whose name has a gap for a number. */
function screenAt(path: string): Screen | undefined {
  const parts = path.split('/');
  const fits = ({ path: pattern }: Screen) => {
    const names = pattern.split('/');
    return names.length === parts.length && names.every((name, i) => name.startsWith('$') || name === parts[i]);
  };
  return screens.find((screen) => screen.path === path) ?? screens.find(fits);
}

export function screenTitle(path: string): string {
  const screen = screenAt(path) ?? screenAt(home.path);
  return screen?.title ?? screen?.label ?? '';
}

export type Crumb = { label: string; path: ScreenPath };

/** The way back from a page. The dashboard is home and needs none. */
export function breadcrumbs(path: string): Crumb[] {
  return path === home.path ? [] : [home, ...above(screenAt(path)?.under)];
}

function above(path: ScreenPath | undefined): Crumb[] {
  const screen = path === undefined ? undefined : screenAt(path);
  return path === undefined || !screen ? [] : [...above(screen.under), { label: screen.label, path }];
}
