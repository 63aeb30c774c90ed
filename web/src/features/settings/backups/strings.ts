import { formatDateTime, formatInteger, plural } from '@/lib/format';

export const backupStrings = {
  title: 'Copias de seguridad',
  hint: 'Cada copia guarda todo lo que hay en un momento. Se hace mientras el trabajo sigue.',
  list: 'Copias guardadas',
  loading: 'Cargando las copias…',
  loadFailed: 'No se pudieron cargar las copias',
  emptyTitle: 'Todavía no hay copias',
  emptyText: 'Crea la primera ahora o deja que se hagan solas cada día.',
  create: 'Crear copia ahora',
  asking: 'Pidiendo…',
  making: 'Haciendo la copia…',
  askFailed: 'No se pudo pedir la copia.',

  columns: { when: 'Fecha', origin: 'Origen', size: 'Tamaño', check: 'Comprobación', actions: 'Acciones' },
  origins: { manual: 'A mano', schedule: 'Programada', upgrade: 'Antes de actualizar' },
  waiting: 'En espera',
  writing: 'Haciéndose',
  progress: (done: number, total: number) => `${formatInteger(done)} de ${plural(total, 'fila', 'filas')}`,
  progressOf: (when: string) => `Progreso de la copia del ${when}`,
  failed: 'Ha fallado',
  elsewhere: 'El archivo está en otro servidor',
  neverChecked: 'Sin comprobar',
  checking: 'Comprobándose',
  sound: 'Correcta',
  soundAt: (at: string) => `Comprobada el ${formatDateTime(at)}`,
  wrong: (problems: number) => plural(problems, 'diferencia', 'diferencias'),
  checkFailed: 'No se pudo leer',

  moreOf: (when: string) => `Más acciones con la copia del ${when}`,
  download: 'Descargar',
  downloading: 'Descargando…',
  downloaded: 'Copia descargada',
  downloadFailed: 'No se pudo descargar la copia',
  check: 'Comprobar',
  checkAsked: 'Comprobando la copia',
  checkAskedText: 'Se recupera aparte y se revisa entera. Puedes seguir trabajando.',
  checkAskFailed: 'No se pudo pedir la comprobación',
  remove: 'Eliminar…',
  removeTitle: (when: string) => `¿Eliminar la copia del ${when}?`,
  removeBody: 'Su archivo se borra del servidor y no se puede recuperar.',
  removeFailedBody: 'Desaparece de la lista. No tiene ningún archivo.',
  removeConfirm: 'Eliminar',
  removing: 'Eliminando…',
  removed: 'Copia eliminada',

  schedule: 'Copias programadas',
  scheduleHint: 'Las que sobran se eliminan solas. Las que haces a mano se quedan hasta que las elimines.',
  scheduleLoading: 'Cargando la programación…',
  scheduleFailed: 'No se pudo cargar la programación',
  enabled: 'Hacer una copia cada día',
  enabledHint: (nextAt: string | null) =>
    nextAt === null ? 'No se hace ninguna por sí sola.' : `La próxima, el ${formatDateTime(nextAt)}.`,
  time: 'Hora',
  timeHint: 'La del negocio.',
  keep: 'Copias que se conservan',
  leaveBody: 'Los cambios de las copias programadas no se han guardado y se perderán.',

  restore: 'Recuperar una copia',
  restoreText:
    'Se hace en la línea de órdenes del servidor, sobre una carpeta vacía, para que nunca pise lo que hay. ' +
    'Después, inicia Estante con esa carpeta.',
  restoreCommand: 'Orden',
  restoreExample: 'estante restore ARCHIVO.backup --data ./recuperado',
  restoreKey:
    'La clave de los secretos (secret.key) no va en la copia: guárdala aparte para no tener que escribir de nuevo ' +
    'los secretos de las integraciones.',
};
