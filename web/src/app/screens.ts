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

/** Where the titles differ from the names in the navigation. */
const titles: Record<string, string> = {
  '/pedidos': 'Pedidos Enviados',
  '/profile': 'Mi Perfil',
  '/soporte/chat': 'Chat en vivo',
  '/soporte/tickets': 'Tickets de soporte',
};

const productsCrumb: Crumb = { label: products.label, path: '/productos' };

/** Bringing products or orders in lies under their list too, and each import under that. */
const imports: Crumb[] = [
  { label: 'Importar', path: '/productos/importar' },
  { label: 'Importar', path: '/pedidos/importar' },
];
const importsAt = (path: string) => imports.find((crumb) => crumb.path === path);
const importsOf = (path: string) => imports.find((crumb) => path.startsWith(`${crumb.path}/`));
const importTitle = 'Archivo';

/** A product's own page lies under the list; its name is the heading of the page. */
const isProductDetails = (path: string) => path.startsWith('/productos/');
const productDetailsTitle = 'Detalles del producto';

/** So does an order's. */
const ordersCrumb: Crumb = { label: orders.label, path: '/pedidos' };
const isOrderDetails = (path: string) => path.startsWith(`${ordersCrumb.path}/`);
const orderDetailsTitle = 'Detalles del pedido';

/** And an alert's. */
const alertsCrumb: Crumb = { label: alerts.label, path: '/alertas-stock' };
const isAlertDetails = (path: string) => path.startsWith(`${alertsCrumb.path}/`);
const alertDetailsTitle = 'Detalles de la alerta';

/** The ways of getting help lie under support, and each ticket under the tickets. */
const supportCrumb: Crumb = { label: support.label, path: '/soporte' };
const ticketsCrumb: Crumb = { label: 'Tickets de soporte', path: '/soporte/tickets' };
const isTicket = (path: string) => path.startsWith(`${ticketsCrumb.path}/`);

/** What shops send lies under the orders that come of it, and each delivery under that. */
const deliveries: Crumb = { label: 'Entregas de las tiendas', path: '/pedidos/entregas' };
const isDelivery = (path: string) => path.startsWith(`${deliveries.path}/`);
const deliveryTitle = 'Detalles de la entrega';

export function screenTitle(path: string): string {
  if (importsOf(path)) return importTitle;
  const begun = importsAt(path);
  if (begun) return begun.label;
  if (isProductDetails(path)) return productDetailsTitle;
  if (path === deliveries.path) return deliveries.label;
  if (isDelivery(path)) return deliveryTitle;
  if (isOrderDetails(path)) return orderDetailsTitle;
  if (isAlertDetails(path)) return alertDetailsTitle;
  if (isTicket(path)) return 'Ticket de soporte';
  const screen = allScreens.find((candidate) => candidate.path === path);
  return titles[path] ?? screen?.label ?? dashboard.label;
}

/** The way back from a page. The dashboard is home and needs none. */
export function breadcrumbs(path: string): Crumb[] {
  if (path === '/dashboard') return [];
  if (path === '/profile') return [home, { label: settings.label, path: '/configuracion' }];
  const above = importsOf(path);
  if (above) return [...breadcrumbs(above.path), above];
  if (isProductDetails(path)) return [home, productsCrumb];
  if (isDelivery(path)) return [home, ordersCrumb, deliveries];
  if (isOrderDetails(path)) return [home, ordersCrumb];
  if (isAlertDetails(path)) return [home, alertsCrumb];
  if (isTicket(path)) return [home, supportCrumb, ticketsCrumb];
  if (path.startsWith(`${supportCrumb.path}/`)) return [home, supportCrumb];
  return [home];
}
