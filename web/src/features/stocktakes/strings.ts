import { formatDateTime, formatInteger, formatUnits, plural } from '@/lib/format';

export const strings = {
  list: 'Recuentos',
  loading: 'Cargando recuentos…',
  loadFailed: 'Error al cargar datos',
  intro: 'Cuenta lo que hay de verdad y registra las diferencias en un paso, sin parar de vender.',
  create: 'Nuevo recuento',
  emptyTitle: 'No hay recuentos',
  emptyText: 'Abre uno para contar todo un almacén o una sola categoría, con el móvil o con una hoja impresa.',
  emptyReadOnly: 'Cuando alguien abra el primero, aparecerá aquí.',
  everything: 'Todos los productos',
  name: (id: number) => `Recuento #${id}`,
  states: { open: 'Abierto', posted: 'Registrado', cancelled: 'Cancelado' },
  blind: 'A ciegas',
  columns: {
    name: 'Recuento',
    location: 'Almacén',
    state: 'Estado',
    progress: 'Contados',
    differences: 'Diferencias',
    opened: 'Abierto',
  },
  progress: (counted: number, lines: number) => `${formatInteger(counted)} de ${formatInteger(lines)}`,
  unknown: '—',
};

export const openStrings = {
  title: 'Nuevo recuento',
  description: 'Se anota cuánto se espera de cada producto ahora; puedes seguir vendiendo mientras cuentas.',
  location: 'Almacén',
  category: 'Categoría',
  allCategories: 'Todos los productos',
  blind: 'A ciegas',
  blindHint: 'Quien cuenta no ve cuántas unidades se esperan.',
  notes: 'Notas',
  save: 'Abrir recuento',
  saving: 'Abriendo…',
  cancel: 'Cancelar',
  failed: 'No se pudo abrir el recuento',
};

export const viewStrings = {
  back: 'Volver a los recuentos',
  loading: 'Cargando recuento…',
  failed: 'No se pudo cargar el recuento',
  gone: 'Este recuento no existe.',
  openedBy: (name: string, at: string) => `Abierto por ${name} el ${formatDateTime(at)}`,
  postedBy: (name: string, at: string) => `Registrado por ${name} el ${formatDateTime(at)}`,
  cancelledBy: (name: string, at: string) => `Cancelado por ${name} el ${formatDateTime(at)}`,
  counted: 'Contados',
  pending: 'Sin contar',
  differences: 'Diferencias',
  hidden: 'Ocultas',
  reveal: 'Mostrar lo esperado',
  hide: 'Contar a ciegas',
  print: 'Imprimir hoja',
  preparing: 'Preparando…',
  printFailed: 'No se pudo preparar la hoja',
  printTooLong: (max: number) =>
    `La hoja tendría más de ${formatInteger(max)} productos. Abre recuentos por categorías para imprimirlos.`,
  cancel: 'Cancelar recuento',
  post: 'Registrar diferencias',
  changeFailed: 'No se pudo cambiar el recuento',
};

export const lineStrings = {
  list: 'Productos del recuento',
  loading: 'Cargando productos…',
  loadFailed: 'Error al cargar datos',
  search: 'Buscar en el recuento',
  searchPlaceholder: 'Buscar por nombre, SKU o código…',
  clearSearch: 'Borrar la búsqueda',
  show: 'Qué productos',
  all: 'Todos',
  pending: 'Sin contar',
  differing: 'Diferencias',
  columns: {
    product: 'Producto',
    category: 'Categoría',
    expected: 'Esperado',
    counted: 'Contado',
    difference: 'Diferencia',
    by: 'Contado por',
  },
  uncounted: 'Sin contar',
  countedOf: (product: string) => `Contado de ${product}`,
  less: (product: string) => `Una menos de ${product}`,
  more: (product: string) => `Una más de ${product}`,
  expected: (units: number) => `Se esperan ${formatUnits(units)}`,
  agrees: 'Coincide',
  invalid: 'Escribe un número entero',
  noMatchTitle: 'Ningún producto coincide',
  noMatchText: 'Prueba con otro nombre o muestra todos los productos del recuento.',
  allCountedTitle: 'Todo está contado',
  allCountedText: 'No queda ningún producto sin contar.',
  noDifferencesTitle: 'Sin diferencias',
  noDifferencesText: 'Lo contado hasta ahora coincide con lo esperado.',
};

export const scanStrings = {
  label: 'Lee un código o escribe un SKU',
  placeholder: 'Código de barras o SKU',
  quantity: 'Unidades',
  add: 'Sumar',
  result: (product: string, counted: number) => `${product}: ${formatUnits(counted)}`,
  quantityInvalid: 'La cantidad debe ser mayor a 0',
};

export const pendingStrings = {
  waiting: (count: number) => `${plural(count, 'recuento', 'recuentos')} por enviar`,
  waitingText: 'Se envían solos en cuanto haya conexión y estés aquí con tu cuenta, aunque cierres la página.',
  waitsHere: 'Pendiente de enviar',
  sent: (count: number) => (count === 1 ? 'Recuento enviado' : `${formatInteger(count)} recuentos enviados`),
  refused: 'Un recuento no se ha podido anotar',
  refusedList: 'Lo que no se ha podido anotar',
  ofProduct: (counted: number | null) =>
    counted === null ? 'Quitar lo contado' : `Contado: ${formatInteger(counted)}`,
  read: 'Entendido',
  cut: 'Un código no se ha leído entero: vuelve a leerlo.',
};

export const endStrings = {
  postTitle: (id: number) => `¿Registrar las diferencias del recuento #${id}?`,
  postSome: (count: number) =>
    count === 1
      ? 'Se registrará 1 diferencia como movimiento de stock.'
      : `Se registrarán ${formatInteger(count)} diferencias como movimientos de stock.`,
  postNone: 'Lo contado coincide con lo esperado: el stock no cambiará.',
  postBlind:
    'Las diferencias entre lo contado y lo esperado pasarán al stock. Lo que se ha vendido mientras tanto se respeta.',
  uncounted: (count: number) =>
    count === 1
      ? '1 producto está sin contar y se quedará como está.'
      : `${formatInteger(count)} productos están sin contar y se quedarán como están.`,
  post: 'Registrar',
  posting: 'Registrando…',
  posted: 'Recuento registrado',
  postedText: (count: number) =>
    count === 0 ? 'El stock no ha cambiado.' : plural(count, 'movimiento', 'movimientos'),
  skipped: (count: number) =>
    `${plural(count, 'producto eliminado', 'productos eliminados')} mientras tanto: su diferencia no se ha registrado.`,
  cancelTitle: (id: number) => `¿Cancelar el recuento #${id}?`,
  cancelBody: 'Lo contado no se registrará y el stock no cambiará.',
  cancel: 'Cancelar recuento',
  cancelling: 'Cancelando…',
  keep: 'Seguir contando',
  cancelled: 'Recuento cancelado',
};

export const sheetStrings = {
  title: (id: number) => `Hoja de recuento #${id}`,
  scope: (location: string, category: string) => `${location} · ${category}`,
  printed: (at: number) => `Impresa el ${formatDateTime(at)}`,
  sku: 'SKU',
  product: 'Producto',
  expected: 'Esperado',
  counted: 'Contado',
};
