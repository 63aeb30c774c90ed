import { expect, type Page } from '@playwright/test';

export type Screen = {
  path: string;
  /** The only h1, which is also the title of the tab. */
  title: string;
  /** What leads to it: empty on the dashboard. */
  crumbs: string[];
};

/** Every screen of the shell, as the specification names them. */
export const shellScreens: Screen[] = [
  { path: '/dashboard', title: 'Dashboard', crumbs: [] },
  { path: '/productos', title: 'Productos', crumbs: ['Inicio', 'Productos'] },
  { path: '/inventario', title: 'Inventario', crumbs: ['Inicio', 'Inventario'] },
  { path: '/pedidos', title: 'Pedidos Enviados', crumbs: ['Inicio', 'Pedidos Enviados'] },
  { path: '/prevision-stock', title: 'Previsión de Stock', crumbs: ['Inicio', 'Previsión de Stock'] },
  { path: '/alertas-stock', title: 'Alertas de Stock', crumbs: ['Inicio', 'Alertas de Stock'] },
  { path: '/entrada-stock', title: 'Entrada de Stock', crumbs: ['Inicio', 'Entrada de Stock'] },
  { path: '/compras', title: 'Compras', crumbs: ['Inicio', 'Compras'] },
  { path: '/configuracion', title: 'Configuración', crumbs: ['Inicio', 'Configuración'] },
  { path: '/soporte', title: 'Soporte', crumbs: ['Inicio', 'Soporte'] },
  { path: '/profile', title: 'Mi Perfil', crumbs: ['Inicio', 'Configuración', 'Mi Perfil'] },
];

/** The screens outside of the shell. */
export const publicPaths = ['/login', '/register', '/password-recovery', '/password-change'];

/** The parts of the settings that have an address of their own. */
const settingsPaths = [
  'notificaciones',
  'negocio',
  'usuarios',
  'almacenes',
  'etiquetas',
  'correo',
  'integraciones',
  'registro',
  'copias',
  'comprobacion',
].map((section) => `/configuracion?seccion=${section}`);

/** Screens that lie under another one. */
const innerPaths = [
  '/productos/importar',
  '/pedidos/importar',
  '/pedidos/entregas',
  '/compras/pendiente',
  '/compras/importar',
  '/proveedores',
  '/proveedores/importar',
  '/soporte/tickets',
  '/soporte/chat?ticket=2',
];

/** Every screen of a user who is signed in, but for what lies one step deeper. */
export const signedInPaths = [...shellScreens.map((screen) => screen.path), ...settingsPaths, ...innerPaths];

/** One thing each, at an address of its own, as the demo shop has them. */
export const detailPaths = [
  '/productos/3',
  '/productos/importar/8',
  '/productos/importar/9',
  '/inventario?tab=movimientos&porPagina=10',
  '/inventario?tab=recuentos&recuento=1',
  '/inventario?tab=fecha&metodo=fifo',
  '/pedidos/3',
  '/pedidos/importar/7',
  '/pedidos/entregas/1',
  '/alertas-stock/1',
  '/soporte/tickets/2',
  '/configuracion?seccion=integraciones&tienda=1',
  '/configuracion?seccion=integraciones&webhook=1',
];

/** The screen has its title and is no longer loading anything it shows. */
export async function settled(page: Page) {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: /^Cargando/ })).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}
