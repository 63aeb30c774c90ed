import { formatInteger } from '@/lib/format';

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
  emptyTitle: 'Sin movimientos',
  emptyText: 'Cada entrada y cada salida de stock quedará aquí, con quién la hizo y por qué.',
  noMatchTitle: 'Ningún movimiento coincide con los filtros',
  noMatchText: 'Prueba con otro producto o usuario, o amplía las fechas.',
};
