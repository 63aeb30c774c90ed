export const strings = {
  title: 'Soporte',
  subtitle: 'Ayuda para usar Estante y para hablar con quien lo atiende',
  contact: 'Contactar',
  contactTitle: '¿No encuentras la respuesta?',
  contactText: 'Escribe a soporte y cuenta qué estabas haciendo y qué esperabas que pasara.',
  contactNone: 'Tu negocio no ha indicado una dirección de soporte. Pregunta a quien administra Estante.',
  contactError: 'No se pudo cargar la dirección de soporte',
  subject: 'Soporte de Estante',
  faqTitle: 'Preguntas frecuentes',
  search: 'Buscar en las preguntas',
  noMatchTitle: 'Ninguna pregunta coincide con la búsqueda',
  noMatchText: 'Prueba con otra palabra o escribe a soporte.',
};

export type Question = { question: string; answer: string };

export const questions: Question[] = [
  {
    question: '¿Cómo cambio mi contraseña?',
    answer:
      'Abre el menú de usuario, entra en Mi Perfil y elige cambiar la contraseña. Necesitas la actual y una nueva de al menos 8 caracteres. Al cambiarla se cierran tus demás sesiones.',
  },
  {
    question: 'He olvidado mi contraseña. ¿Qué hago?',
    answer:
      'En la pantalla de inicio de sesión pulsa «¿La has olvidado?» y escribe tu correo. Recibirás un enlace que sirve una sola vez y caduca en una hora.',
  },
  {
    question: '¿Cómo sé dónde tengo la sesión abierta?',
    answer:
      'En Mi Perfil está la lista de tus sesiones, con el navegador y la última vez que se usaron. Puedes cerrar cualquiera de ellas, o todas menos la actual.',
  },
  {
    question: '¿Por qué se ha cerrado mi sesión?',
    answer:
      'Una sesión dura 12 horas y se alarga sola mientras usas Estante. También se cierra si cambias la contraseña desde otro sitio, si la cierras en otra pestaña o si un administrador desactiva tu cuenta.',
  },
  {
    question: '¿Quién puede entrar y qué puede hacer?',
    answer:
      'Cada persona tiene un rol: Administrador, Encargado, Vendedor o Consulta. Quien administra el negocio decide en Configuración quién puede registrarse, aprueba las cuentas nuevas y cambia los roles.',
  },
  {
    question: '¿Hay atajos de teclado?',
    answer:
      'Ctrl K (o ⌘ K) abre la paleta de comandos. G y después una letra va a una pantalla: por ejemplo, G y P abre Productos. La tecla ? muestra la lista completa. Las teclas sueltas se pueden desactivar en Configuración.',
  },
  {
    question: '¿Puedo usar el tema oscuro?',
    answer:
      'Sí. Cámbialo con el botón del sol o la luna de la barra superior, o en Configuración, donde también puedes seguir el tema de tu sistema.',
  },
  {
    question: '¿Qué significa «Sin conexión» al pie de la página?',
    answer:
      'Que este navegador no llega al servidor. Lo que ves puede no estar al día. Estante vuelve a conectarse solo y lo actualiza todo en cuanto puede.',
  },
  {
    question: '¿Puedo instalar Estante en el móvil?',
    answer:
      'Sí. En el menú de tu navegador elige «Instalar aplicación» o «Añadir a pantalla de inicio». Se abrirá a pantalla completa, como una aplicación más.',
  },
];
