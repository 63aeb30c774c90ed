import type { LinkOptions } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { FileRoutesByTo } from '@/routeTree.gen';
import type { Permission } from './permissions';

type RoutePath = keyof FileRoutesByTo;

/** A screen that needs no number in its address. */
export type ScreenPath = Exclude<RoutePath, `${string}$${string}`>;

/** All that the shell knows of a screen. What is called otherwise on its own page than on the way to it has a title. */
export type Screen = {
  path: RoutePath;
  label: string;
  title?: string;
  /** The screen that leads to it; the dashboard is above them all. */
  under?: ScreenPath;
  menu?: MenuPlace;
  /** What its feature keeps in query keys, by their first word, which is the server's topic. */
  topics?: Topics;
  commands?: ScreenCommand[];
};

export type MenuPlace = {
  group: 'main' | 'stock' | 'foot';
  icon: LucideIcon;
  /** Follows «G» on the keyboard. */
  letter: string;
  /** One word, for the bar at the foot of a phone. */
  shortLabel?: string;
  /** Its place in that bar; the others are behind «Más». */
  phone?: 1 | 2 | 3 | 4;
};

export type Topics = Record<string, Topic>;

export type Topic = {
  /** Other topics that a change of this one changes too. */
  reaches?: string[];
  /** Its last answers stay in the browser for the time without a connection: no accounts, secrets or logs. */
  keptOffline?: true;
};

/** What the palette offers besides going somewhere, to those who may. */
export type ScreenCommand = { label: string; icon: LucideIcon; permission: Permission; link: LinkOptions };
