import { plural } from '@/lib/format';

const products = (count: number) => plural(count, 'producto', 'productos');

export const bulkStrings = {
  select: (name: string) => `Seleccionar ${name}`,
  selectPage: 'Seleccionar los productos de esta página',
  bar: 'Selección',
  selected: (count: number) => plural(count, 'seleccionado', 'seleccionados'),
  clear: 'Quitar la selección',
  status: 'Estado',
  category: 'Categoría',
  minStock: 'Mínimo',
  delete: 'Eliminar',
  statusTitle: (count: number) => `Cambiar el estado de ${products(count)}`,
  categoryTitle: (count: number) => `Cambiar la categoría de ${products(count)}`,
  minStockTitle: (count: number) => `Cambiar el stock mínimo de ${products(count)}`,
  statusLabel: 'Estado',
  chooseStatus: 'Elige un estado',
  statusRequired: 'Elige un estado',
  categoryLabel: 'Categoría',
  categoryHint: 'Elige una o escribe una nueva. Vacía, los productos quedan sin categoría.',
  minStockLabel: 'Stock mínimo',
  minStockHint: 'Vacío, los productos quedan sin mínimo.',
  minStockInvalid: 'El stock mínimo no puede ser negativo',
  deleteTitle: (count: number) => `¿Eliminar ${products(count)}?`,
  deleteBody:
    'Saldrán de todas las listas y sus SKU quedarán libres. Sus movimientos y pedidos se conservan.',
  deleteConfirm: 'Eliminar',
  deleting: 'Eliminando…',
  apply: 'Aplicar',
  applying: 'Aplicando…',
  failed: 'No se pudieron cambiar los productos',
  changed: (count: number) => `${products(count)} ${count === 1 ? 'cambiado' : 'cambiados'}`,
  deleted: (count: number) => `${products(count)} ${count === 1 ? 'eliminado' : 'eliminados'}`,
  undo: 'Deshacer',
  undone: 'Cambio deshecho',
  undoFailed: 'No se pudo deshacer el cambio',
};
