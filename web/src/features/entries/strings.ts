import { formatInteger, formatUnits, plural } from '@/lib/format';

export const entryTypes = ['purchase', 'return', 'adjustment', 'manual'] as const;
export type EntryType = (typeof entryTypes)[number];

export const strings = {
  title: 'Entrada de Stock',
  total: (count: number, capped: boolean) =>
    capped
      ? `Más de ${formatInteger(count)} entradas registradas`
      : plural(count, 'entrada registrada', 'entradas registradas'),
  create: 'Nueva Entrada',
  list: 'Entradas de stock',
  summary: 'Resumen de las entradas',
  totalEntries: 'Total Entradas',
  units: 'Unidades',
  totalValue: 'Valor Total',
  purchases: 'Compras',
  loading: 'Cargando entradas...',
  loadFailed: 'Error al cargar datos',
  search: 'Buscar entradas',
  searchPlaceholder: 'Buscar por nombre o SKU...',
  type: 'Tipo',
  allTypes: 'Todos los tipos',
  types: { purchase: 'Compra', return: 'Devolución', adjustment: 'Ajuste', manual: 'Manual' },
  columns: {
    product: 'Producto',
    quantity: 'Cantidad',
    type: 'Tipo',
    reason: 'Motivo',
    location: 'Almacén',
    user: 'Usuario',
    date: 'Fecha',
    value: 'Valor',
    actions: 'Acciones',
  },
  stockChange: (before: number, after: number) => `${formatInteger(before)} → ${formatInteger(after)}`,
  perUnit: (text: string) => `${text} / ud.`,
  none: '-',
  system: 'Sistema',
  emptyTitle: 'No hay entradas',
  emptyText: 'Registra lo que llega —compras, devoluciones, ajustes— y el stock se actualizará solo.',
  emptyReadOnly: 'Cuando alguien registre la primera, aparecerá aquí.',
  noMatchText: 'No se encontraron entradas que coincidan con los filtros aplicados.',
  seeOf: (product: string) => `Ver la entrada de ${product}`,
  editOf: (product: string) => `Editar la entrada de ${product}`,
  deleteOf: (product: string) => `Eliminar la entrada de ${product}`,
};

export const detailStrings = {
  title: (id: number) => `Detalles de la Entrada #${id}`,
  loading: 'Cargando entrada…',
  failed: 'No se pudo cargar la entrada',
  gone: 'Esta entrada ya no existe: puede que alguien la haya eliminado.',
  product: 'Producto',
  quantity: 'Cantidad',
  type: 'Tipo',
  reason: 'Motivo',
  location: 'Almacén',
  user: 'Usuario',
  date: 'Fecha',
  previousStock: 'Stock anterior',
  newStock: 'Stock nuevo',
  unitCost: 'Coste unitario',
  totalCost: 'Coste total',
  notes: 'Notas',
  edit: 'Editar',
  close: 'Cerrar',
};

export const formStrings = {
  newTitle: 'Nueva Entrada',
  newDescription: 'Registra todo lo que llega de una vez: una línea por producto.',
  editTitle: (id: number) => `Editar la entrada #${id}`,
  type: 'Tipo',
  reason: 'Motivo',
  reasonPlaceholder: 'Pedido al proveedor, albarán…',
  location: 'Almacén',
  notes: 'Notas',
  lines: 'Productos',
  product: 'Producto',
  quantity: 'Cantidad',
  unitCost: 'Coste unitario',
  addLine: 'Añadir línea',
  removeLine: (number: number) => `Quitar la línea ${number}`,
  sum: (lines: number, units: number) => `${plural(lines, 'línea', 'líneas')} · ${formatUnits(units)}`,
  save: (lines: number) => (lines > 1 ? `Registrar ${formatInteger(lines)} entradas` : 'Registrar entrada'),
  saveChanges: 'Guardar cambios',
  saving: 'Guardando…',
  productRequired: 'Elige un producto',
  costInvalid: 'El coste debe ser un número mayor o igual a 0',
  createFailed: 'No se pudieron registrar las entradas',
  saveFailed: 'No se pudo guardar la entrada',
  created: (count: number) =>
    count === 1 ? 'Entrada registrada' : `${formatInteger(count)} entradas registradas`,
  createdText: (product: string, units: number) => `${product}: +${formatUnits(units)}`,
  createdUnits: (units: number) => `+${formatUnits(units)} en total`,
  undo: 'Deshacer',
  undone: (count: number) =>
    count === 1 ? 'Entrada deshecha' : `${formatInteger(count)} entradas deshechas`,
  undoFailed: 'No se pudo deshacer la entrada',
  saved: 'Entrada actualizada',
  nothingChanged: 'No has cambiado nada.',
  quantityHint: 'Cambiar la cantidad corrige también el stock.',
  overtakenTitle: 'Alguien ha cambiado esta entrada mientras tanto',
  overtakenText: 'Revisa los datos de ahora antes de guardar los tuyos.',
  loadCurrent: 'Ver los datos de ahora',
};

export const deleteStrings = {
  title: '¿Estás seguro de que quieres eliminar esta entrada?',
  body: (product: string, units: number) =>
    `${formatUnits(units)} de «${product}» saldrán del stock. El movimiento queda en el historial.`,
  confirm: 'Eliminar',
  deleting: 'Eliminando…',
  done: 'Entrada eliminada',
  doneText: (product: string, units: number) => `${product}: \u2212${formatUnits(units)}`,
  undo: 'Deshacer',
};
