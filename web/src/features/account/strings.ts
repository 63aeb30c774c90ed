import { plural } from '@/lib/format';

const tooShort = 'debe tener al menos 8 caracteres';

/** The words of the fields, shared by the screens that ask for the same thing. */
const fields = {
  firstName: 'Nombre',
  middleName: 'Segundo Nombre',
  lastName: 'Apellido',
  secondLastName: 'Segundo Apellido',
  username: 'Usuario',
  dni: 'DNI',
  email: 'Email',
  password: 'Contraseña',
  confirmPassword: 'Confirmar Contraseña',
};

/** What is wrong with what was typed, said before anything is sent. */
const invalid = {
  username: 'El usuario es requerido',
  password: 'La contraseña es requerida',
  passwordTooShort: `La contraseña ${tooShort}`,
  confirmPassword: 'La confirmación de contraseña es requerida',
  passwordsDiffer: 'Las contraseñas no coinciden',
  dni: 'El DNI es requerido',
  firstName: 'El nombre es requerido',
  lastName: 'El apellido es requerido',
  email: 'El email es requerido',
  emailForm: 'El email no es válido',
  allRequired: 'Todos los campos son obligatorios',
  newPasswordTooShort: `La nueva contraseña ${tooShort}`,
  newPasswordsDiffer: 'Las contraseñas nuevas no coinciden',
  newPasswordSame: 'La nueva contraseña debe ser diferente a la actual',
};

/** What went wrong between the page and the server. */
const errors = {
  timeout: 'El servidor no responde. Por favor, verifica que el backend esté funcionando o intenta más tarde.',
  network: 'No se puede conectar con el servidor. Verifica tu conexión a internet.',
  unreachable: 'No se puede conectar con el servidor.',
  unreachableUrl: 'No se puede conectar con el servidor. Verifica la URL del backend.',
  internal: 'Error interno del servidor',
  unknown: 'Error desconocido',
  noText: 'Sin más detalles',
  otherStatus: (status: number, text: string) => `Error del servidor: ${status} - ${text}`,
  badCredentials: 'Credenciales inválidas',
  badRequest: (text: string) => `Error 400: ${text}`,
  badLogin: 'Datos de login inválidos',
  login: (text: string) => `Error en el login: ${text}`,
  usernameTaken: 'El usuario ya existe',
  validationWithoutDetail: 'Error de validación sin detalles específicos',
  register: 'Error en el registro',
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
  recoveryScreen: 'Error al enviar el correo de recuperación. Inténtalo de nuevo.',
  passwordScreen: 'Error al cambiar la contraseña. Inténtalo de nuevo.',
  profileScreen: 'No se pudo cargar el perfil del usuario. Verifica tu conexión e intenta nuevamente.',
};

const layout = {
  subtitle: 'Gestión de stock e inventario',
  claim: 'Qué hay, qué falta y qué pedir, de un vistazo.',
  legend: { ok: 'En stock', low: 'Baja', crit: 'Crítica', out: 'Sin stock' },
  foot: (version: string | undefined, year: number, name: string) =>
    [version?.replace(/^(?=\d)/, 'v'), `© ${year} ${name}`].filter(Boolean).join(' · '),
};

const login = {
  title: 'Iniciar sesión',
  subtitle: 'Entra con el usuario de tu empresa.',
  forgotten: '¿La has olvidado?',
  sessionExpired: 'Sesión expirada. Inicia sesión de nuevo para seguir donde estabas.',
  submit: 'Iniciar Sesión',
  submitting: 'Iniciando sesión…',
  noAccount: '¿No tienes cuenta?',
  createAccount: 'Crear Nueva Cuenta',
  owner: 'Todavía no hay ninguna cuenta.',
  createOwner: 'Crea la cuenta del dueño',
  closed: 'El registro está cerrado: pide una cuenta a un administrador.',
  demoTitle: 'Cuenta de demostración',
  demoFill: 'Usar esta cuenta',
};

const register = {
  title: 'Crear cuenta',
  subtitle: 'Tus datos y una contraseña de al menos 8 caracteres.',
  ownerTitle: 'Crea la cuenta del dueño',
  ownerSubtitle: 'Todavía no hay ninguna cuenta. La primera será de Administrador y decidirá quién más entra.',
  submit: 'Registrar Usuario',
  submitting: 'Registrando...',
  doneTitle: '¡Usuario Registrado!',
  done: 'Ya puedes iniciar sesión con tu usuario y tu contraseña.',
  donePending: 'Tu cuenta queda pendiente de que un administrador la apruebe.',
  needsApproval: 'Un administrador tendrá que aprobar tu cuenta antes de que puedas entrar.',
  haveAccount: '¿Ya tienes cuenta?',
  toLogin: 'Ir a Login',
  loading: 'Cargando registro…',
  closedTitle: 'El registro está cerrado',
  closedText: 'En esta empresa las cuentas las crea un administrador. Pídele la tuya.',
  closedContact: 'También puedes escribir a',
};

const recovery = {
  title: 'Recuperar contraseña',
  subtitle: 'Escribe el email de tu cuenta y te enviaremos un enlace para elegir otra.',
  submit: 'Enviar Enlace de Recuperación',
  submitting: 'Enviando enlace…',
  doneTitle: '¡Correo Enviado!',
  doneBefore: 'Si',
  doneAfter: 'pertenece a una cuenta, recibirás un enlace para elegir otra contraseña.',
  doneHint: 'El enlace sirve una sola vez y caduca en una hora. Si no lo ves, mira en el correo no deseado.',
  doneAsk: 'Si no llega, pídeselo a quien administra Estante.',
  toLogin: 'Volver al Login',
  again: 'Intentar con otro correo',
};

const passwordChange = {
  title: 'Cambiar contraseña',
  subtitle: 'Al cambiarla se cerrarán tus otras sesiones.',
  linkTitle: 'Elegir contraseña',
  linkSubtitle: 'Elige la nueva contraseña de tu cuenta. Se cerrarán todas tus sesiones.',
  current: 'Contraseña actual',
  next: 'Nueva contraseña',
  nextHint: 'Al menos 8 caracteres.',
  confirm: 'Confirmar nueva contraseña',
  submit: 'Cambiar Contraseña',
  submitting: 'Cambiando contraseña…',
  forgotten: '¿La has olvidado?',
  newLink: 'Pedir otro enlace',
  toProfile: 'Volver a Mi Perfil',
  doneTitle: '¡Contraseña Cambiada!',
  done: 'Tu contraseña se ha cambiado y tus otras sesiones se han cerrado.',
  doneByLink: 'Ya puedes iniciar sesión con tu nueva contraseña.',
  toDashboard: 'Ir al Dashboard',
  another: 'Cambiar otra contraseña',
  nobodyText: 'Inicia sesión para cambiar tu contraseña. Si no la recuerdas, pide un enlace de recuperación.',
  toLogin: 'Ir a Login',
  recover: 'Recuperar contraseña',
};

const profile = {
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

const sessions = {
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

export const strings = {
  fields,
  invalid,
  errors,
  layout,
  login,
  register,
  recovery,
  passwordChange,
  profile,
  sessions,
};
