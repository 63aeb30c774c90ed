import { formatInteger, formatUnits, plural } from '@/lib/format';

function total(count: number, capped: boolean): string {
  return capped ? `más de ${formatInteger(count)}` : formatInteger(count);
}

export const historyStrings = {
  title: 'Historial de Movimientos',
  search: 'Buscar por producto o usuario...',
  clearSearch: 'Borrar la búsqueda',
  period: 'Periodo',
  periods: { all: 'Todo', week: 'Esta Semana', month: 'Este Mes', year: 'Este Año' },
  shortPeriods: { all: 'Todo', week: 'Semana', month: 'Mes', year: 'Año' },
  list: 'Movimientos',
  loading: 'Cargando historial...',
  empty: 'No se encontraron movimientos para los filtros seleccionados.',
  failed: 'Error al obtener historial de movimientos',
  total: (count: number, capped: boolean) => `Total de movimientos encontrados: ${total(count, capped)}`,
  more: 'Ver más movimientos',
  loadingMore: 'Cargando…',
  close: 'Cerrar',
};

export const strings = {
  list: 'Movimientos de stock',
  loading: 'Cargando movimientos…',
  loadFailed: 'Error al cargar datos',
  search: 'Buscar movimientos',
  searchPlaceholder: 'Buscar por producto o SKU…',
  type: 'Tipo',
  allTypes: 'Todos los tipos',
  columns: {
    product: 'Producto',
    type: 'Tipo',
    quantity: 'Cantidad',
    stock: 'Stock',
    reason: 'Motivo',
    productReason: 'Razón',
    source: 'Origen',
    location: 'Almacén',
    user: 'Usuario',
    date: 'Fecha',
    actions: 'Acciones',
  },
  stockChange: (before: number, after: number) => `${formatInteger(before)} → ${formatInteger(after)}`,
  system: 'Sistema',
  undone: 'Deshecho',
  exportFailed: 'Error al exportar los movimientos. Inténtalo de nuevo.',
  undo: 'Deshacer',
  undoOf: (product: string) => `Deshacer el movimiento de ${product}`,
  undoAt: (quantity: string, date: string) => `Deshacer el movimiento de ${quantity} del ${date}`,
  emptyTitle: 'Sin movimientos',
  emptyText: 'Cada entrada y cada salida de stock quedará aquí, con quién la hizo y por qué.',
  noMatchTitle: 'Ningún movimiento coincide con los filtros',
  noMatchText: 'Prueba con otro producto o usuario, o amplía las fechas.',
};

/** The words of the server for a movement. */
export const movementWords = {
  types: { entrada: 'Entrada', salida: 'Salida', valor: 'Valor' },
  reasons: {
    restock: 'Restock',
    sale: 'Venta realizada',
    damage: 'Producto dañado',
    adjustment: 'Ajuste manual',
    return: 'Devolución de cliente',
    transfer: 'Transferencia entre almacenes',
    other: 'Otro',
    count: 'Recuento',
    revaluation: 'Cambio de valor',
    supplier_return: 'Devolución a proveedor',
  },
  sources: {
    manual: 'Manual',
    entry: 'Entrada',
    order: 'Pedido',
    import: 'Importación',
    count: 'Recuento',
    transfer: 'Traspaso',
    currency: 'Cambio de moneda',
    supplier_return: 'Devolución a proveedor',
  },
};

/** A reason or source the page does not know yet is shown as it came. */
export function reasonLabel(reason: string): string {
  return movementWords.reasons[reason as keyof typeof movementWords.reasons] ?? reason;
}

export function sourceLabel(source: string): string {
  return movementWords.sources[source as keyof typeof movementWords.sources] ?? source;
}

/** The fields of every form that moves stock. */
export const fieldStrings = {
  product: 'Producto',
  productRequired: 'Elige un producto',
  quantity: 'Cantidad',
  reason: 'Razón',
  chooseReason: 'Elige una razón',
  reasonRequired: 'La razón es requerida',
  location: 'Almacén',
  notes: 'Notas',
  notesPlaceholder: 'Albarán, lote, incidencia…',
  saving: 'Guardando…',
};

export const adjustStrings = {
  title: 'Ajustar stock',
  types: {
    label: 'Tipo de ajuste',
    add: 'Agregar Stock',
    remove: 'Quitar Stock',
    set: 'Establecer Stock',
    addShort: 'Agregar',
    removeShort: 'Quitar',
    setShort: 'Establecer',
  },
  now: 'Ahora',
  after: 'Después',
  nowInAll: 'Ahora, en total',
  afterInAll: 'Después, en total',
  here: (before: number, after: number) => `En este almacén: ${formatInteger(before)} → ${formatInteger(after)}`,
  takesAll: (units: number) =>
    units === 1 ? 'Se quitará la unidad disponible' : `Se quitarán las ${formatInteger(units)} unidades disponibles`,
  save: 'Guardar ajuste',
  nothingToTake: 'No quedan unidades que quitar',
  alreadyThere: (units: number) => `El stock ya es de ${plural(units, 'unidad', 'unidades')}: no hay nada que cambiar.`,
  changedTitle: 'El stock ha cambiado mientras tanto',
  changedText: (units: number) =>
    `Ahora hay ${plural(units, 'unidad', 'unidades')}. Revisa la cantidad y guarda otra vez si sigue siendo la ` +
    'correcta.',
  done: '¡Stock ajustado exitosamente!',
  doneText: (name: string, before: number, after: number) =>
    `${name}: ${formatInteger(before)} → ${formatUnits(after)}`,
  failed: 'Error al ajustar el stock',
  refused: 'No se pudo ajustar el stock',
  undo: 'Deshacer',
  undone: 'Ajuste deshecho',
  undoneText: (name: string, units: number) => `${name}: vuelve a haber ${formatUnits(units)}`,
  undoFailed: 'No se pudo deshacer el ajuste',
};

export const undoEntryStrings = {
  undone: 'Entrada deshecha',
  undoneText: (name: string, units: number) => `${name}: −${formatUnits(units)}`,
  undoFailed: 'No se pudo deshacer la entrada',
  restore: 'Recuperar',
  restored: 'Entrada recuperada',
  restoreFailed: 'No se pudo recuperar la entrada',
};

export const movementStrings = {
  in: {
    title: 'Registrar una entrada',
    description: 'Unidades que llegan al almacén.',
    save: 'Registrar entrada',
  },
  out: {
    title: 'Registrar una salida',
    description: 'Unidades que salen del almacén.',
    save: 'Registrar salida',
  },
};

export const transferStrings = {
  title: 'Traspasar entre almacenes',
  description: 'El stock total no cambia: solo el sitio donde está.',
  from: 'Desde',
  to: 'Hasta',
  chooseLocation: 'Elige un almacén',
  notesPlaceholder: 'Quién lo lleva, pedido, incidencia…',
  save: 'Traspasar',
  saving: 'Traspasando…',
  locationRequired: 'Elige un almacén',
  sameLocation: 'Elige otro almacén de destino',
  failed: 'No se pudo hacer el traspaso',
  done: 'Traspaso registrado',
  doneText: (product: string, units: number, from: string, to: string) =>
    `${product}: ${formatUnits(units)} de ${from} a ${to}`,
  undo: 'Deshacer',
  undone: 'Traspaso deshecho',
  undoneText: (product: string, location: string) => `${product} vuelve a estar en ${location}`,
  undoFailed: 'No se pudo deshacer el traspaso',
};
