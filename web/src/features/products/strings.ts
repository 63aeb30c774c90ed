import { plural } from '@/lib/format';
import type { ProductStatus } from './list/search';

/** The statuses as the server numbers them. */
const statusLabels: Record<ProductStatus, string> = {
  active: 'Activo',
  inactive: 'Inactivo',
  discontinued: 'Descontinuado',
  out_of_stock: 'Sin Stock',
};

export const strings = {
  title: 'Productos',
  total: (count: number) => `${plural(count, 'producto', 'productos')} en total`,
  list: 'Listado de productos',
  loading: 'Cargando productos…',
  view: 'Vista',
  table: 'Tabla',
  cards: 'Tarjetas',
  create: 'Nuevo Producto',
  import: 'Importar',
  importCsv: 'Importar CSV',
  exportFailed: 'Error al exportar los productos. Inténtalo de nuevo.',
  statuses: statusLabels,

  search: 'Buscar por nombre o SKU',
  searchPlaceholder: 'Buscar por nombre o SKU...',
  clearSearch: 'Borrar búsqueda',
  quickFilters: 'Filtros rápidos',
  all: 'Todos',
  lowStock: 'Bajo stock',
  outOfStock: 'Sin stock',
  inactive: 'Inactivos',

  sortBy: 'Ordenar por',
  sorts: { name: 'Nombre', sku: 'SKU', currentStock: 'Stock', createdAt: 'Fecha de alta' },
  otherSorts: { category: 'Categoría', status: 'Estado' },
  ascending: 'Orden ascendente',
  descending: 'Orden descendente',
  sortUp: (label: string) => `${label}, ascendente`,
  sortDown: (label: string) => `${label}, descendente`,

  columns: {
    sku: 'SKU',
    name: 'Nombre',
    category: 'Categoría',
    stock: 'Stock',
    status: 'Estado',
    actions: 'Acciones',
  },
  noCategory: 'Sin categoría',
  noBrand: 'Sin marca',
  cardLevels: {
    out: 'Sin Stock',
    promised: 'Todo Reservado',
    low: 'Stock Bajo',
    scarce: 'Quedan Pocas',
    ok: 'En Stock',
  },
  alert: 'Alerta',
  alertOf: (name: string) => `Alerta de ${name}`,

  emptyTitle: 'No hay productos',
  emptyText: 'Comienza creando tu primer producto',
  emptyReadOnly: 'Aquí aparecerán cuando alguien con permiso los dé de alta.',
  noMatchTitle: 'Ningún producto coincide con los filtros',
  noMatchText: 'Prueba con otro nombre o SKU, o quita algún filtro.',
  loadFailed: 'Error al cargar productos',
  refused: 'No se pudieron cargar los productos',
  statsFailed: 'No se pudieron cargar las estadísticas',
};

export const filterStrings = {
  open: 'Filtros',
  openWith: (count: number) => `Filtros: ${plural(count, 'activo', 'activos')}`,
  title: 'Filtros',
  clearAll: 'Limpiar Todo',
  category: 'Categoría',
  allCategories: 'Todas las categorías',
  brand: 'Marca',
  allBrands: 'Todas las marcas',
  brandsFailed: 'No se pudieron cargar las marcas',
  status: 'Estado',
  allStatuses: 'Todos los estados',
  tag: (name: string) => `Etiqueta: ${name}`,
  removeTag: (name: string) => `Quitar la etiqueta ${name}`,
  minPrice: 'Precio mínimo',
  maxPrice: 'Precio máximo',
  minStock: 'Stock mínimo',
  maxStock: 'Stock máximo',
  quick: 'Filtros rápidos',
  quickActive: 'Activos',
  quickInactive: 'Inactivos',
  quickDiscontinued: 'Descontinuados',
  quickLow: 'Stock bajo',
  quickOut: 'Sin stock',
};

export const actionStrings = {
  options: 'Opciones',
  optionsOf: (name: string) => `Opciones de ${name}`,
  more: (name: string) => `Más acciones para ${name}`,
  details: 'Ver detalles',
  edit: 'Editar',
  editOf: (name: string) => `Editar ${name}`,
  adjust: 'Ajustar stock',
  adjustShort: 'Ajustar',
  adjustOf: (name: string) => `Ajustar stock de ${name}`,
  duplicate: 'Duplicar',
  minStock: 'Cambiar stock mínimo',
  alertDays: 'Configurar días de alerta',
  enableAlert: 'Activar Alerta',
  disableAlert: 'Desactivar Alerta',
  alertEnabled: (name: string) => `Alerta activada: ${name}`,
  alertDisabled: (name: string) => `Alerta desactivada: ${name}`,
  alertFailed: 'Error al cambiar el estado de la alerta. Inténtalo de nuevo.',
  delete: 'Eliminar…',
  undo: 'Deshacer',
  save: 'Guardar',
  saving: 'Guardando…',
};

export const deleteStrings = {
  title: (name: string) => `¿Eliminar «${name}»?`,
  body: 'Saldrá de todas las listas y su SKU quedará libre. Sus movimientos y pedidos se conservan.',
  confirm: 'Eliminar',
  deleting: 'Eliminando…',
  failed: 'No se pudo eliminar el producto.',
  done: 'Producto eliminado',
  restored: 'Producto recuperado',
  restoreFailed: 'No se pudo recuperar el producto',
};

export const duplicateStrings = {
  title: 'Duplicar producto',
  sku: 'SKU del nuevo producto',
  hint: 'La copia empieza sin stock y sin código de barras.',
  confirm: 'Duplicar',
  duplicating: 'Duplicando…',
  failed: 'No se pudo duplicar el producto',
  done: 'Producto duplicado',
  open: 'Ver producto',
};

export const skuStrings = {
  required: 'El SKU es requerido',
  checking: 'Comprobando si el SKU está libre…',
  available: 'El SKU está libre',
  taken: 'Ya existe un producto con este SKU',
  unknown: 'No se pudo comprobar si el SKU está libre. Inténtalo de nuevo.',
};

export const numberStrings = {
  whole: 'Escribe un número entero, sin decimales',
  minStock: {
    title: 'Cambiar stock mínimo',
    label: 'Stock mínimo',
    hint: 'Con este stock o menos, el producto cuenta como bajo.',
    invalid: 'El stock mínimo no puede ser negativo',
    failed: 'Error al actualizar el stock mínimo',
    done: 'Stock mínimo actualizado',
    doneText: (name: string, value: number) => `${name}: ${plural(value, 'unidad', 'unidades')}`,
  },
  alertDays: {
    title: 'Configurar días de alerta',
    label: 'Días de alerta',
    hint: 'Con cuántos días de antelación quieres saber que se agotará.',
    tooFew: 'Los días de alerta deben ser al menos 1',
    tooMany: 'Los días de alerta no pueden ser más de 365',
    failed: 'Error al actualizar los días de alerta',
    done: 'Días de alerta actualizados',
    doneText: (name: string, value: number) => `${name}: ${plural(value, 'día', 'días')}`,
  },
  changed: (value: string) =>
    `Otra persona lo ha cambiado mientras tanto: ahora es ${value}. Guarda otra vez para poner el tuyo.`,
  none: 'ninguno',
};
