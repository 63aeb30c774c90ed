// @vitest-environment node
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { breadcrumbs, menuScreens, phoneMoreScreens, phoneScreens, screens, screenTitle } from './screens';

test('every route of the shell is a screen of the manifest, once', () => {
  const routes = readdirSync('src/routes').flatMap((file) => /^_app\.(.+)\.tsx$/.exec(file)?.[1] ?? []);
  const paths = routes.map((name) => `/${name.replaceAll('_.', '/')}`);
  expect(screens.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
});

test('what leads to a screen is a screen', () => {
  const paths = new Set<string>(screens.map(({ path }) => path));
  expect(screens.flatMap(({ under = '/dashboard' }) => under).filter((path) => !paths.has(path))).toEqual([]);
});

test('the bar of a phone', () => {
  expect(phoneScreens.map(({ path }) => path)).toEqual([
    '/dashboard',
    '/productos',
    '/entrada-stock',
    '/alertas-stock',
  ]);
});

test('a phone reaches every screen exactly once', () => {
  const paths = [...phoneScreens, ...phoneMoreScreens].map((screen) => screen.path);
  expect(paths.toSorted()).toEqual(menuScreens.map((screen) => screen.path).toSorted());
});

test('no two screens share a letter', () => {
  const letters = menuScreens.map((screen) => screen.letter);
  expect(new Set(letters).size).toBe(letters.length);
});

test('the way back', () => {
  expect(breadcrumbs('/dashboard')).toEqual([]);
  expect(breadcrumbs('/productos').map((crumb) => crumb.label)).toEqual(['Inicio']);
  expect(breadcrumbs('/profile').map((crumb) => crumb.label)).toEqual(['Inicio', 'Configuración']);
  expect(breadcrumbs('/productos/7').map((crumb) => crumb.label)).toEqual(['Inicio', 'Productos']);
  expect(breadcrumbs('/productos/importar').map((crumb) => crumb.label)).toEqual(['Inicio', 'Productos']);
  expect(breadcrumbs('/productos/importar/7').at(-1)?.path).toBe('/productos/importar');
  expect(screenTitle('/productos/importar')).toBe('Importar');
  expect(breadcrumbs('/pedidos/importar/7').map((crumb) => crumb.path)).toEqual([
    '/dashboard',
    '/pedidos',
    '/pedidos/importar',
  ]);
  expect(screenTitle('/pedidos/importar/7')).toBe('Archivo');
  expect(breadcrumbs('/pedidos/7').map((crumb) => crumb.path)).toEqual(['/dashboard', '/pedidos']);
  expect(screenTitle('/pedidos/7')).toBe('Detalles del pedido');
  expect(screenTitle('/pedidos')).toBe('Pedidos Enviados');
  expect(screenTitle('/profile')).toBe('Mi Perfil');
});

test.each([
  ['/soporte/chat', 'Chat en vivo', ['Inicio', 'Soporte']],
  ['/soporte/tickets', 'Tickets de soporte', ['Inicio', 'Soporte']],
  ['/soporte/tickets/4', 'Ticket de soporte', ['Inicio', 'Soporte', 'Tickets de soporte']],
  ['/pedidos/entregas', 'Entregas de las tiendas', ['Inicio', 'Pedidos']],
  ['/pedidos/entregas/4', 'Detalles de la entrega', ['Inicio', 'Pedidos', 'Entregas de las tiendas']],
  ['/alertas-stock/4', 'Detalles de la alerta', ['Inicio', 'Alertas de Stock']],
  ['/productos/4', 'Detalles del producto', ['Inicio', 'Productos']],
  ['/no-existe', 'Dashboard', ['Inicio']],
])('%s is called «%s»', (path, title, above) => {
  expect(screenTitle(path)).toBe(title);
  expect(breadcrumbs(path).map(({ label }) => label)).toEqual(above);
});
