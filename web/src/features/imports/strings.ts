import { formatInteger, plural } from '@/lib/format';
import { readMoney } from '@/lib/money';
import type { ImportStatus } from './api';
import type { Stage } from './progress';

const rows = (count: number) => plural(count, 'fila', 'filas');

const statuses: Record<ImportStatus, string> = {
  draft: 'Sin terminar',
  queued: 'En cola',
  checking: 'Comprobando',
  applying: 'Importando',
  done: 'Importada',
  failed: 'No importada',
  undoing: 'Deshaciendo',
  undone: 'Deshecha',
};

const stages: Record<Stage, string> = {
  file: 'Archivo',
  columns: 'Columnas',
  review: 'Revisión',
  import: 'Importación',
};

export const strings = {
  forbiddenText: 'Tu rol no lo permite. Pídeselo a un administrador o a un encargado.',
  steps: 'Pasos de la importación',
  stages,
  statuses,

  list: 'Importaciones anteriores',
  listLoading: 'Cargando importaciones…',
  listFailed: 'Error al cargar las importaciones',
  listEmpty: 'Todavía no se ha importado ningún archivo.',
  columns: { file: 'Archivo', status: 'Estado', result: 'Resultado', when: 'Importado', actions: 'Acciones' },
  noResult: '—',
  result: (created: number, updated: number, unchanged: number) =>
    [
      created > 0 ? plural(created, 'creado', 'creados') : '',
      updated > 0 ? plural(updated, 'actualizado', 'actualizados') : '',
      unchanged > 0 ? `${formatInteger(unchanged)} sin cambios` : '',
    ]
      .filter((part) => part !== '')
      .join(' · '),
  wrong: (count: number) => `${rows(count)} con errores`,
  resume: 'Continuar',
  resumeOf: (file: string) => `Continuar con ${file}`,
  undoOf: (file: string) => `Deshacer la importación de ${file}`,
  undo: 'Deshacer',

  notFoundTitle: 'Esta importación no existe',
  notFoundText: 'Los archivos que se suben y no se importan se borran al cabo de un día.',
  loading: 'Cargando la importación…',
  failedTitle: 'No se pudo cargar la importación',
  other: 'Elegir otro archivo',
  again: 'Importar otro archivo',
};

export const uploadStrings = {
  region: 'Archivo que quieres importar',
  title: 'Elige un archivo o suéltalo aquí',
  choose: 'Elegir archivo',
  uploading: (file: string) => `Subiendo ${file}…`,
  cancel: 'Cancelar',
  tooLarge: 'El archivo es demasiado grande: el máximo son 64 MB',
  onlyOne: 'Suelta un solo archivo',
  failed: (file: string) => `No se pudo usar «${file}»`,
  retry: 'Volver a subirlo',
  hintTitle: 'Cómo funciona',
};

export const mappingStrings = {
  supplier: 'Proveedor de la tarifa',
  supplierRequired: 'Elige de qué proveedor es la tarifa',
  wholeStock: 'Todo el producto',
  wholeStockHint: 'El archivo dice el stock total: la diferencia la pone el almacén principal.',
  oneStockHint: 'El archivo dice lo que hay en este almacén: los demás no se tocan.',
  title: 'Di qué contiene cada columna',
  text: 'Lo que elijas se recordará para los próximos archivos con las mismas columnas.',
  column: 'Columna del archivo',
  samples: 'Ejemplos',
  field: 'Dato',
  fieldOf: (column: string) => `Dato de la columna «${column}»`,
  ignore: 'No importar',
  required: (label: string) => `${label} (obligatorio)`,
  taken: (label: string, column: string) => `${label} — ahora en «${column}»`,
  missing: (fields: string) => `Indica qué columna contiene ${fields}`,
  /** The fields that no file can do without, as a sentence names them. */
  neededFields: {
    sku: 'el SKU',
    number: 'el número de pedido',
    customerName: 'el cliente',
    quantity: 'la cantidad',
  } as Record<string, string>,
  noSamples: 'Sin valores en las primeras filas',
  options: 'Cómo se lee el archivo',
  sheet: 'Hoja del libro',
  headerRow: 'Fila de los encabezados',
  headerRowInvalid: 'Escribe el número de una fila',
  changeHeaderRow: 'Usar esta fila',
  changingHeaderRow: 'Leyendo…',
  decimal: 'Decimales',
  comma: 'Coma: 1.234,50',
  point: 'Punto: 1,234.50',
  emptyCells: 'Celdas vacías',
  keep: 'No cambian nada',
  clear: 'Borran el dato',
  continue: 'Revisar',
  continuing: 'Guardando…',
  failed: 'No se pudieron guardar las columnas',
  kinds: { csv: 'CSV', xlsx: 'Excel', ods: 'OpenDocument' },
  separator: (mark: string) => (mark === '\t' ? 'separado por tabuladores' : `separado por «${mark}»`),
};

export const reviewStrings = {
  prices: 'Precios que cambian',
  priceChange: ({ before, after, currency }: { before: number | null; after: number | null; currency: string }) => {
    const price = (amount: number | null) => (amount === null ? '—' : readMoney(amount, currency));
    return `${price(before)} → ${price(after)}`;
  },
  morePrices: (count: number) => `y ${formatInteger(count)} más`,
  stock: ({
    location,
    whole,
    arriving,
    leaving,
  }: {
    location: string;
    whole: boolean;
    arriving: number;
    leaving: number;
  }) =>
    `En ${location} ${[
      arriving > 0 || leaving === 0 ? `entran ${plural(arriving, 'unidad', 'unidades')}` : '',
      leaving > 0 ? `salen ${plural(leaving, 'unidad', 'unidades')}` : '',
    ]
      .filter(Boolean)
      .join(
        ' y ',
      )}. ${whole ? 'El archivo dice el stock de cada producto entero: lo' : 'Lo'} de los demás almacenes no se toca.`,
  title: 'Revisa lo que va a pasar',
  loadingText: 'Con archivos grandes puede tardar un minuto. Todavía no se cambia nada.',
  summary: 'Resumen de la importación',
  create: 'Crear',
  update: 'Actualizar',
  unchanged: 'Sin cambios',
  wrong: 'Errores',
  total: (count: number) => `${rows(count)} en el archivo`,
  back: 'Cambiar columnas',
  running: 'Empezando…',
  runFailed: 'No se pudo empezar la importación',
  failed: 'No se pudo revisar el archivo',
  nothingTitle: 'Todo sin cambios',
  readyTitle: 'Listo para importar',
  wrongTitle: (count: number) => `Hay ${rows(count)} con errores`,
  wrongText: 'Con una sola fila mal no se importa nada. Corrige el archivo y vuelve a subirlo.',
  mended: 'Subir el archivo corregido',
};

export const historyStrings = {
  label: (left: number) =>
    left === 0
      ? 'Los pedidos que ya salieron'
      : `${plural(left, 'pedido ya salió', 'pedidos ya salieron')}: qué hacer con su stock`,
  history: 'Solo historial',
  stock: 'Descontar stock',
  historyText:
    'Cuentan como venta en la fecha de cada pedido y no tocan el stock, que ya se contó sin ellos. Los pendientes ' +
    'reservan stock como siempre.',
  stockText: 'Cuentan como venta en la fecha de cada pedido y sus unidades salen hoy del stock.',
};

export const problemStrings = {
  list: 'Errores del archivo',
  columns: { row: 'Fila', column: 'Columna', value: 'Valor', message: 'Qué pasa' },
  rowOf: (row: number) => `Fila ${formatInteger(row)}`,
  empty: '(vacío)',
  more: (shown: number) => `Se muestran los ${formatInteger(shown)} primeros.`,
};

export const runStrings = {
  titles: {
    queued: 'En cola',
    checking: 'Comprobando el archivo',
    applying: 'Importando',
    undoing: 'Deshaciendo la importación',
  },
  queuedText: 'Empezará en un momento.',
  seen: (count: number) => `${rows(count)} hasta ahora`,
  done: (count: number, total: number) => `${formatInteger(count)} de ${rows(total)}`,
  leave: 'Puedes seguir trabajando o cerrar esta página: continúa en el servidor.',
  bar: 'Progreso de la importación',
};

export const endStrings = {
  seeDraft: 'Ver el borrador',
  doneTitle: 'Importación terminada',
  doneText: (author: string, when: string) => `${author}, ${when}`,
  created: 'Creados',
  updated: 'Actualizados',
  unchanged: 'Sin cambios',
  summary: 'Resultado de la importación',
  undo: 'Deshacer importación',
  waitingTitle: 'Algunos pedidos esperan stock',
  waitingText: 'Otra persona se llevó unidades mientras se importaba. Los pedidos están, pero no han podido salir.',
  undoFailed: 'No se pudo deshacer la importación',
  failedTitle: 'No se ha importado nada',
  undoneTitle: 'Importación deshecha',
};

export const undoStrings = {
  title: (file: string) => `¿Deshacer la importación de «${file}»?`,
  confirm: 'Deshacer importación',
  undoing: 'Comprobando…',
};
