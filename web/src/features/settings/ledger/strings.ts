import { formatDecimal, formatInteger, plural } from '@/lib/format';

export const ledgerStrings = {
  title: 'Comprobación de movimientos',
  hint: 'Recalcula todo el stock desde el primer movimiento y comprueba que nadie haya tocado ninguno.',
  loading: 'Cargando la última comprobación…',
  loadFailed: 'No se pudo cargar la última comprobación',
  check: 'Comprobar ahora',
  asking: 'Pidiendo…',
  checking: 'Comprobando…',
  askFailed: 'No se pudo pedir la comprobación.',
  never: 'Nunca se ha comprobado',
  neverText: 'Tarda unos segundos y puedes seguir trabajando mientras tanto.',
  asked: 'La comprobación está en espera',
  askedText: 'Empezará enseguida.',
  running: 'Comprobando los movimientos',
  progress: (done: number, total: number) => `${formatInteger(done)} de ${plural(total, 'movimiento', 'movimientos')}`,
  starting: 'Contando los movimientos…',
  fine: 'Todo cuadra',
  fineText: 'El stock de cada producto y de cada almacén es la suma de sus movimientos, y ninguno se ha modificado.',
  wrong: (problems: number) => plural(problems, 'diferencia encontrada', 'diferencias encontradas'),
  wrongText:
    'Lo que sigue a una línea errónea no es de fiar. Haz una copia de seguridad y avisa a quien administra el ' +
    'servidor antes de corregir nada.',
  failed: 'La comprobación no pudo terminar',
  failedText: 'No dice nada malo de los movimientos. Vuelve a intentarlo.',
  when: 'Cuándo',
  who: 'Quién la pidió',
  commandLine: 'Línea de órdenes',
  products: 'Productos',
  movements: 'Movimientos',
  took: 'Duración',
  seconds: (seconds: number) => (seconds < 0.1 ? 'menos de 0,1 s' : `${formatDecimal(seconds)} s`),
  findings: 'Diferencias',
  firstFindings: (shown: number, all: number) =>
    `Se muestran las ${formatInteger(shown)} primeras de ${formatInteger(all)}.`,
  movement: (id: number) => `Movimiento ${id}`,
};
