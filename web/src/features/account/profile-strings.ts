import { plural } from '@/lib/format';

export const profileStrings = {
  title: 'Mi Perfil',
  subtitle: 'Tus datos, tu cuenta y las sesiones que tienes abiertas.',
  loading: 'Cargando perfil…',
  loadErrorTitle: 'Error al cargar el perfil',
  staleErrorTitle: 'No se ha podido actualizar el perfil',
  staleErrorText: (reason: string, time: string) => `${reason} Los datos que ves son de las ${time}.`,
  reload: 'Recargar página',
  personal: 'Información personal',
  edit: 'Editar Perfil',
  cancel: 'Cancelar',
  save: 'Guardar',
  saving: 'Guardando...',
  saved: 'Perfil actualizado exitosamente',
  fixed: (username: string, dni: string) =>
    dni === ''
      ? `El usuario (${username}) no se puede cambiar.`
      : `El usuario (${username}) y el DNI (${dni}) no se pueden cambiar.`,
  none: '—',
  overtakenTitle: 'Tu perfil ha cambiado mientras lo editabas',
  overtakenText: 'No se ha guardado nada y lo que has escrito sigue aquí. Carga los valores actuales para seguir.',
  loadCurrent: 'Cargar valores actuales',
  loadingCurrent: 'Cargando…',
  mergedTitle: 'Valores actuales cargados',
  mergedText: 'Se conserva lo que habías escrito. Revísalo y vuelve a guardar.',
  currentValue: (value: string) => (value === '' ? 'Ahora está vacío' : `Valor actual: ${value}`),
  leaveText: 'Los cambios de tu perfil no se han guardado y se perderán.',
  account: 'Información de la cuenta',
  joined: 'Fecha de registro',
  lastLogin: 'Último acceso',
  never: 'Nunca',
  status: 'Estado',
  active: 'Activo',
  inactive: 'Inactivo',
  roles: 'Roles',
  defaultRole: 'Usuario',
  quickActions: 'Acciones rápidas',
  changePassword: 'Cambiar Contraseña',
  changePasswordText: 'Elige una nueva y cierra tus otras sesiones.',
};

export const sessionStrings = {
  title: 'Sesiones abiertas',
  count: (count: number) => plural(count, 'sesión abierta', 'sesiones abiertas'),
  onlyThis: 'Solo tienes abierta la sesión que estás usando.',
  loading: 'Cargando sesiones…',
  errorTitle: 'No se pudieron cargar las sesiones',
  current: 'Esta sesión',
  seenNow: 'En uso ahora',
  seen: (when: string) => `Última actividad: ${when}`,
  opened: (when: string) => `Abierta el ${when}`,
  unknownBrowser: 'Navegador desconocido',
  browserOn: (browser: string, system: string) => `${browser} en ${system}`,
  end: 'Cerrar',
  endOf: (name: string) => `Cerrar la sesión de ${name}`,
  endTitle: (name: string) => `¿Cerrar la sesión de «${name}»?`,
  endText: 'En ese dispositivo habrá que volver a iniciar sesión.',
  endConfirm: 'Cerrar sesión',
  endOthers: 'Cerrar las demás',
  endOthersTitle: '¿Cerrar las demás sesiones?',
  endOthersText: (count: number) =>
    count === 1
      ? 'Se cerrará otra sesión. En ese dispositivo habrá que volver a iniciar sesión.'
      : `Se cerrarán ${plural(count, 'sesión', 'sesiones')}. En esos dispositivos habrá que volver a iniciar sesión.`,
  endOthersConfirm: 'Cerrar las demás',
  ending: 'Cerrando…',
  ended: 'Sesión cerrada',
  othersEnded: 'Se han cerrado las demás sesiones',
};

/** What went wrong with a profile or a password. */
export const profileErrorStrings = {
  sessionExpired: 'Sesión expirada',
  refresh: 'Error al refrescar sesión',
  noSession: 'No hay sesión activa',
  unauthorized: 'No autorizado. Inicia sesión nuevamente.',
  profileNotFound: 'Perfil no encontrado. Verifica que el endpoint esté disponible.',
  internalStop: 'Error interno del servidor.',
  profileLoad: (text: string) => `Error al obtener perfil: ${text}`,
  profileSave: (text: string) => `Error al actualizar perfil: ${text}`,
  profileInvalid: (text: string) => `Datos de perfil inválidos: ${text}`,
  currentPassword: 'Contraseña actual incorrecta.',
  passwordInvalid: (text: string) => `Datos de contraseña inválidos: ${text}`,
  passwordChange: (text: string) => `Error al cambiar contraseña: ${text}`,
  passwordScreen: 'Error al cambiar la contraseña. Inténtalo de nuevo.',
  profileScreen: 'No se pudo cargar el perfil del usuario. Verifica tu conexión e intenta nuevamente.',
};
