import { formatDate, formatDateTime, formatTime } from '@/lib/format';

function isToday(at: number): boolean {
  return formatDate(at) === formatDate(Date.now());
}

export const strings = {
  skip: 'Saltar al contenido',
  mainNav: 'Principal',
  home: 'Ir al dashboard',
  more: 'Más',
  crumbs: 'Migas de pan',
  search: 'Buscar producto, SKU o acción',
  palette: 'Paleta de comandos',
  paletteEmpty: 'Sin resultados. Prueba con otra palabra.',
  paletteMove: 'mover',
  paletteOpen: 'abrir',
  groupActions: 'Acciones',
  groupGo: 'Ir a',
  groupProducts: 'Productos',
  scanned: (code: string) => `Ningún producto tiene el código ${code}`,
  createScanned: 'Crear producto',
  scanFailed: 'No se pudo buscar el código leído',
  useDark: 'Usar tema oscuro',
  useLight: 'Usar tema claro',
  useSystemTheme: 'Usar el tema del sistema',
  userMenu: 'Menú de usuario',
  profile: 'Mi Perfil',
  settings: 'Configuración',
  support: 'Soporte',
  changePassword: 'Cambiar contraseña',
  signOut: 'Cerrar Sesión',
  defaultRole: 'Usuario',
  footerLinks: 'Enlaces del pie',
  online: 'En línea',
  offline: 'Sin conexión',
  /** A build without a number says its own word («desarrollo»), which takes no «v». */
  version: (version: string) => (/^\d/.test(version) ? `v${version}` : version),
  apiDocs: 'API',
  health: 'Estado',
  support247: '24/7 Soporte',
  copyright: (year: number, name: string) => `© ${year} ${name}`,
  offlineSince: (at: number) =>
    isToday(at)
      ? `Datos de las ${formatTime(at)}, sin conexión`
      : `Datos del ${formatDateTime(at)}, sin conexión`,
  offlineNothing: 'Sin conexión con el servidor.',
  offlineBanner:
    'Puedes mirar lo que ya habías visto. Para guardar cambios, buscar o abrir lo demás hace falta conexión.',
  shortcuts: 'Atajos de teclado',
  shortcutsHint: 'Las teclas sueltas solo actúan fuera de los campos. Puedes desactivarlas en Configuración.',
  shortcutPalette: 'Abrir la paleta de comandos',
  shortcutHelp: 'Ver los atajos de teclado',
  shortcutClose: 'Cerrar lo que esté abierto',
  shortcutSearch: 'Buscar en la pantalla',
  shortcutNew: 'Crear, en la lista que se ve',
  shortcutAdjust: 'Ajustar el stock de la fila enfocada',
  shortcutEntry: 'Registrar una entrada, en Inventario',
  shortcutSave: 'Guardar el formulario',
  shortcutChart: 'Recorrer un gráfico',
  shortcutGo: (screen: string) => `Ir a ${screen}`,
  followedBy: 'y después',
  newVersion: 'Hay una nueva versión de Estante',
  newVersionText: 'Recarga para usarla. Guarda antes lo que estés escribiendo.',
  reload: 'Recargar',
};
