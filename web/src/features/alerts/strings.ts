import { formatDateTime, formatInteger, plural } from '@/lib/format';

export const strings = {
  title: 'Alertas de Stock',
  /** More than the products in alert of the dashboard, which are at their minimum: so it has another word. */
  open: (count: number) => `${plural(count, 'aviso abierto', 'avisos abiertos')} de stock, de pedidos y de compras`,
  outSince: 'sin stock',
  list: 'Alertas',
  loading: 'Cargando alertas…',
  loadFailed: 'Error al cargar datos',
  summary: 'Cuántas alertas hay',
  summaryFailed: 'No se pudieron cargar las cifras',
  outOfStock: 'Sin Stock',
  critical: 'Críticas',
  low: 'Bajas',
  late: 'Compras Retrasadas',
  resolved: 'Resueltas',
  snoozed: 'Pospuestas',
  views: 'Otras alertas',
  search: 'Buscar alertas',
  searchPlaceholder: 'Buscar por nombre o SKU...',
  level: 'Nivel',
  allLevels: 'Todos los niveles',
  columns: {
    product: 'Producto',
    level: 'Nivel',
    stock: 'Stock Actual',
    runsOut: 'Se Agota En',
    toDo: 'Por Hacer',
    since: 'Desde',
    notes: 'Notas',
    actions: 'Acciones',
  },
  minimum: (units: number) => `mín. ${formatInteger(units)}`,
  none: '—',
  notes: (count: number) => plural(count, 'nota', 'notas'),
  emptyTitle: 'No hay alertas',
  emptyText: 'Ningún producto está agotado ni cerca de su mínimo.',
  noMatchText: 'Ninguna alerta coincide con los filtros aplicados. Prueba con otra búsqueda o con otro nivel.',
};

export const actionStrings = {
  adjust: 'Ajustar stock',
  adjustOf: (name: string) => `Ajustar stock de ${name}`,
  addNote: 'Añadir nota',
  addNoteTo: (name: string) => `Añadir nota a ${name}`,
  resolve: 'Marcar como resuelta',
  resolveOf: (name: string) => `Marcar como resuelta: ${name}`,
  more: (name: string) => `Más acciones de ${name}`,
  details: 'Ver detalles',
  product: 'Ver producto',
  purchase: 'Ver compra',
  newEntry: 'Nueva Entrada',
  snooze: 'Posponer',
  wake: 'Dejar de posponer',
  woken: 'Alerta abierta de nuevo',
  wakeFailed: 'No se pudo abrir la alerta de nuevo',
  adjustFailed: 'No se pudo cargar el producto',
};

export const noteStrings = {
  title: 'Añadir nota',
  note: 'Nota',
  placeholder: 'Proveedor, fecha de llegada, qué se ha decidido…',
  save: 'Guardar',
  saving: 'Guardando…',
  saved: 'Nota guardada',
  failed: 'No se pudo guardar la nota',
};

export const resolveStrings = {
  title: (name: string) => `¿Marcar como resuelta la alerta de «${name}»?`,
  body:
    'Pasa a las resueltas con tu nombre y no se puede volver a abrir. Si el producto vuelve a caer, habrá una ' +
    'alerta nueva.',
  confirm: 'Marcar como resuelta',
  busy: 'Guardando…',
  done: 'Alerta resuelta',
  failed: 'No se pudo resolver la alerta',
};

export const snoozeStrings = {
  title: 'Posponer la alerta',
  how: 'Durante',
  spans: { 1: '1 día', 3: '3 días', 7: '1 semana', 30: '1 mes' },
  until: (at: number) => `Volverá el ${formatDateTime(at)}, o antes si empeora.`,
  save: 'Posponer',
  saving: 'Guardando…',
  done: 'Alerta pospuesta',
  doneText: (at: string) => `Hasta el ${formatDateTime(at)}, o antes si empeora`,
  failed: 'No se pudo posponer la alerta',
};

export const detailStrings = {
  screen: 'Detalles de la alerta',
  loading: 'Cargando la alerta…',
  failed: 'Error al cargar datos',
  notFoundTitle: 'Esta alerta no existe',
  notFoundText: 'Puede que el enlace esté incompleto.',
  back: 'Volver a las alertas',
  situation: 'Situación',
  product: 'Producto',
  sku: 'SKU',
  channel: 'Canal',
  purchase: 'Compra',
  stock: 'Stock actual',
  outSince: 'Sin stock desde',
  minimum: 'Stock mínimo',
  defaultMinimum: (units: number) => `${formatInteger(units)} (por defecto)`,
  alertDays: 'Días de alerta',
  runsOut: 'Se agota en',
  toDo: 'Por hacer',
  shortage: 'Falta a los pedidos',
  story: 'Qué ha pasado',
  opened: 'Abierta',
  changed: 'Último cambio',
  snoozedUntil: 'Pospuesta hasta',
  resolvedAt: 'Resuelta',
  resolvedBy: 'Por',
  resolution: 'Motivo',
  resolutions: {
    '': '—',
    manual: 'Se marcó como resuelta',
    recovered: 'Se recuperó por sí sola',
    blocked: 'Se desactivaron las alertas del producto',
    inactive: 'El producto ya no se vende',
    deleted: 'El producto se eliminó',
  },
  notes: 'Notas',
  noNotes: 'Todavía no hay notas.',
};

/** What counts as too little of a product without a minimum, as on the server. */
export const minimumDefault = 10;
