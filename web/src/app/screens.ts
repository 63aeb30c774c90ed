import {
  BellRing,
  Boxes,
  ChartNoAxesCombined,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  PackagePlus,
  Settings,
  Truck,
  Warehouse,
} from 'lucide-react';

/** A screen of the shell. The letter follows «G» on the keyboard. */
export type Screen = {
  path: ScreenPath;
  label: string;
  /** One word, for the bar at the foot of a phone. */
  shortLabel?: string;
  icon: LucideIcon;
  letter: string;
};

export type ScreenPath =
  | '/dashboard'
  | '/productos'
  | '/inventario'
  | '/pedidos'
  | '/prevision-stock'
  | '/alertas-stock'
  | '/entrada-stock'
  | '/configuracion'
  | '/soporte';

const dashboard: Screen = { path: '/dashboard', label: 'Dashboard', icon: LayoutDashboard, letter: 'D' };
const products: Screen = { path: '/productos', label: 'Productos', icon: Boxes, letter: 'P' };
const inventory: Screen = { path: '/inventario', label: 'Inventario', icon: Warehouse, letter: 'I' };
const orders: Screen = { path: '/pedidos', label: 'Pedidos', icon: Truck, letter: 'O' };
const forecast: Screen = {
  path: '/prevision-stock',
  label: 'Previsión de Stock',
  icon: ChartNoAxesCombined,
  letter: 'V',
};
const alerts: Screen = {
  path: '/alertas-stock',
  label: 'Alertas de Stock',
  shortLabel: 'Alertas',
  icon: BellRing,
  letter: 'A',
};
const entries: Screen = {
  path: '/entrada-stock',
  label: 'Entrada de Stock',
  shortLabel: 'Entrada',
  icon: PackagePlus,
  letter: 'E',
};
const settings: Screen = { path: '/configuracion', label: 'Configuración', icon: Settings, letter: 'C' };
const support: Screen = { path: '/soporte', label: 'Soporte', icon: LifeBuoy, letter: 'S' };

export const mainScreens = [dashboard, products, inventory, orders];
export const stockScreens = [forecast, alerts, entries];
export const bottomScreens = [settings, support];
export const allScreens = [...mainScreens, ...stockScreens, ...bottomScreens];

/** On phones: what one needs at the shelf, and the rest behind «Más». */
export const phoneScreens = [dashboard, products, entries, alerts];
export const phoneMoreScreens = [inventory, orders, forecast, settings, support];

export type Crumb = {
  label: string;
  path:
    | '/dashboard'
    | '/configuracion'
    | '/productos'
    | '/productos/importar'
    | '/pedidos'
    | '/pedidos/importar'
    | '/pedidos/entregas'
    | '/alertas-stock'
    | '/soporte'
    | '/soporte/tickets';
};

const home: Crumb = { label: 'Inicio', path: '/dashboard' };

const configuration: Crumb = { label: settings.label, path: '/configuracion' };
const productList: Crumb = { label: products.label, path: '/productos' };
const productImports: Crumb = { label: 'Importar', path: '/productos/importar' };
const orderList: Crumb = { label: orders.label, path: '/pedidos' };
const orderImports: Crumb = { label: 'Importar', path: '/pedidos/importar' };
const deliveries: Crumb = { label: 'Entregas de las tiendas', path: '/pedidos/entregas' };
const alertList: Crumb = { label: alerts.label, path: '/alertas-stock' };
const help: Crumb = { label: support.label, path: '/soporte' };
const tickets: Crumb = { label: 'Tickets de soporte', path: '/soporte/tickets' };

type Place = {
  /** A path, or with «*» whatever lies under it. */
  at: string;
  title: string;
  /** What lies between it and home. */
  under: Crumb[];
};

/** A list that lies under others is called on its own page what the way back calls it. */
function listUnder(list: Crumb, ...under: Crumb[]): Place {
  return { at: list.path, title: list.label, under };
}

/** The pages that are no screen of the navigation, or are called otherwise there. The first that fits counts. */
const places: Place[] = [
  { at: '/profile', title: 'Mi Perfil', under: [configuration] },
  listUnder(productImports, productList),
  { at: '/productos/importar/*', title: 'Archivo', under: [productList, productImports] },
  { at: '/productos/*', title: 'Detalles del producto', under: [productList] },
  { at: '/pedidos', title: 'Pedidos Enviados', under: [] },
  listUnder(orderImports, orderList),
  { at: '/pedidos/importar/*', title: 'Archivo', under: [orderList, orderImports] },
  listUnder(deliveries, orderList),
  { at: '/pedidos/entregas/*', title: 'Detalles de la entrega', under: [orderList, deliveries] },
  { at: '/pedidos/*', title: 'Detalles del pedido', under: [orderList] },
  { at: '/alertas-stock/*', title: 'Detalles de la alerta', under: [alertList] },
  { at: '/soporte/chat', title: 'Chat en vivo', under: [help] },
  listUnder(tickets, help),
  { at: '/soporte/tickets/*', title: 'Ticket de soporte', under: [help, tickets] },
];

function placeAt(path: string): Place | undefined {
  return places.find(({ at }) => (at.endsWith('*') ? path.startsWith(at.slice(0, -1)) : path === at));
}

export function screenTitle(path: string): string {
  const screen = allScreens.find((candidate) => candidate.path === path) ?? dashboard;
  return placeAt(path)?.title ?? screen.label;
}

/** The way back from a page. The dashboard is home and needs none. */
export function breadcrumbs(path: string): Crumb[] {
  return path === home.path ? [] : [home, ...(placeAt(path)?.under ?? [])];
}
