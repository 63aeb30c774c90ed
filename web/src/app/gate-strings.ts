/** What is said before the shell is there, apart from its words because the sign-in screen has none of it. */
export const gateStrings = {
  checking: 'Verificando autenticación...',
  brokenTitle: 'Algo ha fallado en esta pantalla',
  reload: 'Recargar',
  brokenText: 'Vuelve a intentarlo. Si sigue igual, recarga la página o escribe a soporte.',
};
