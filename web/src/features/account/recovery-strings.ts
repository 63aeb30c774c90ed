export const recoveryStrings = {
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
