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
  recoveryScreen: 'Error al enviar el correo de recuperación. Inténtalo de nuevo.',
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

export const strings = {
  fields,
  invalid,
  errors,
  layout,
  login,
};
