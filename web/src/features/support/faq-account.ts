import type { Answer } from './faq';

export const accountAnswers: Answer[] = [
  {
    id: 'roles',
    question: '¿Quién puede entrar y qué puede hacer?',
    text: [
      'Administrador puede todo. Encargado, todo menos cuentas, almacenes, integraciones, copias de seguridad y ' +
        'datos del negocio. Vendedor ajusta stock y lleva entradas, pedidos y notas, sin eliminar nada ni cambiar ' +
        'productos o precios. Consulta solo mira. Ninguno de los dos ve costes, y un Vendedor vende al precio de la ' +
        'ficha o por más: para rebajarlo está el Encargado, salvo el descuento que se permita en Negocio.',
      'En Configuración, un administrador decide quién puede registrarse (Negocio) y, en Usuarios y roles, ' +
        'invita, aprueba cuentas nuevas, cambia roles y desactiva.',
    ],
  },
  {
    id: 'cambiar-contrasena',
    question: '¿Cómo cambio mi contraseña?',
    text: [
      'Abre el menú de usuario, entra en Mi Perfil y pulsa Cambiar Contraseña. Necesitas la actual y una nueva de ' +
        'al menos 8 caracteres. Al cambiarla se cierran tus demás sesiones.',
    ],
  },
  {
    id: 'contrasena-olvidada',
    question: 'He olvidado mi contraseña. ¿Qué hago?',
    text: [
      'En la pantalla de inicio de sesión, pulsa «¿La has olvidado?» y escribe tu correo. Recibirás un enlace que ' +
        'sirve una sola vez y caduca en una hora. Si no te llega, pídeselo a un administrador: sin servidor de ' +
        'correo, el enlace le espera en Configuración, Correo, y con él puede enviarte otro desde Usuarios y roles.',
    ],
  },
  {
    id: 'sesiones',
    question: '¿Dónde tengo la sesión abierta y por qué se ha cerrado?',
    text: [
      'En Mi Perfil está la lista de tus sesiones, con su navegador y su última actividad; puedes cerrar ' +
        'cualquiera. Una sesión dura 12 horas y se alarga sola mientras usas Estante, hasta 30 días.',
      'Se cierra también si cambias la contraseña en otro sitio o si un administrador desactiva tu cuenta.',
    ],
  },
  {
    id: 'atajos',
    question: '¿Hay atajos de teclado?',
    text: [
      'Ctrl + K (o ⌘ K) abre la paleta de comandos. G y después una letra va a una pantalla: G y P abre ' +
        'Productos. La tecla ? muestra la lista completa. Las teclas sueltas se pueden desactivar en Configuración.',
    ],
    picture: 'paleta',
  },
  {
    id: 'tema-oscuro',
    question: '¿Puedo usar el tema oscuro o filas más juntas?',
    text: [
      'Sí. El botón de la luna o el sol de la barra superior cambia el tema. En Configuración, Preferencias, ' +
        'puedes seguir el del sistema y elegir la densidad, las filas por página y la pantalla de inicio.',
    ],
  },
  {
    id: 'sin-conexion',
    question: '¿Qué significa «Sin conexión» al pie de la página?',
    text: [
      'Que este navegador no llega al servidor. Lo que ves puede no estar al día y no podrás guardar cambios. ' +
        'Estante vuelve a conectarse solo y lo actualiza todo en cuanto puede.',
    ],
  },
  {
    id: 'instalar',
    question: '¿Puedo instalar Estante en el móvil o en el ordenador?',
    text: [
      'Sí. En el menú de tu navegador elige «Instalar aplicación» o «Añadir a pantalla de inicio». Se abrirá en ' +
        'su propia ventana, como una aplicación más.',
    ],
  },
  {
    id: 'registro-de-cambios',
    question: '¿Dónde veo quién cambió un precio o un dato?',
    text: [
      'En la ficha del producto, Registro de cambios enseña qué era antes y qué es ahora. Un administrador ve los ' +
        'de todo el negocio en Configuración, Registro de cambios, con filtros por persona, tipo y fechas.',
    ],
  },
];

export const supportAnswers: Answer[] = [
  {
    id: 'ticket-o-chat',
    question: '¿Qué uso, un ticket o el chat?',
    text: [
      'Los dos son la misma conversación. En el chat escribes sin formulario y ves quién está en línea; un ticket ' +
        'lleva asunto, categoría y prioridad. Si nadie está en línea, la respuesta llega igual: la campana te ' +
        'avisará.',
    ],
    picture: 'chat',
  },
  {
    id: 'quien-ve-mis-tickets',
    question: '¿Quién lee lo que escribo a soporte?',
    text: [
      'Tú y los administradores de tu negocio. Si han indicado una dirección de soporte en Configuración, ' +
        'Negocio, y el servidor envía correos, también llega allí.',
    ],
  },
  {
    id: 'cerrar-ticket',
    question: 'Ya está resuelto. ¿Tengo que cerrar el ticket?',
    text: [
      'No hace falta. Si escribes en uno resuelto, se vuelve a abrir. Si quieres darlo por terminado del todo, ' +
        'pulsa Cerrar ticket: después ya no se puede escribir en él.',
    ],
  },
];
