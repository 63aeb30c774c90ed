import { formatInteger, formatUnits, plural } from '@/lib/format';

export const strings = {
  title: 'Inventario',
  subtitle: 'Qué hay, cuánto vale y cómo se ha movido',
  tabs: 'Partes del inventario',
  tab: { existencias: 'Existencias', movimientos: 'Movimientos', recuentos: 'Recuentos' },
  in: 'Entrada',
  out: 'Salida',
  transfer: 'Traspaso',
};

export const moveStrings = {
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
  saving: 'Guardando…',
  product: 'Producto',
  quantity: 'Cantidad',
  reason: 'Razón',
  chooseReason: 'Elige una razón',
  location: 'Almacén',
  notes: 'Notas',
  notesPlaceholder: 'Albarán, lote, incidencia…',
  productRequired: 'Elige un producto',
  nothingToTake: 'No quedan unidades que quitar',
  failed: 'Error al ajustar el stock',
};

export const stockStrings = {
  list: 'Existencias',
  loading: 'Cargando inventario...',
  loadFailed: 'Error al cargar datos',
  summary: 'Valor del inventario',
  products: 'Productos',
  units: 'Unidades',
  costValue: 'Valor a coste',
  saleValue: 'Valor de venta',
  withoutCost: (count: number) => `sin ${plural(count, 'producto', 'productos')} de coste desconocido`,
  withoutPrice: (count: number) =>
    `sin ${plural(count, 'producto que no tiene', 'productos que no tienen')} precio`,
  inStock: 'en stock ahora',
  allCosts: 'a coste medio de compra',
  allPrices: 'al precio actual',
  search: 'Buscar existencias',
  searchPlaceholder: 'Buscar por nombre o SKU...',
  clearSearch: 'Borrar la búsqueda',
  category: 'Categoría',
  allCategories: 'Todas las categorías',
  location: 'Almacén',
  allLocations: 'Todos los almacenes',
  onlyWithStock: 'Solo con stock',
  columns: {
    sku: 'SKU',
    name: 'Producto',
    category: 'Categoría',
    stock: 'Stock',
    available: 'Disponible',
    costValue: 'Valor a coste',
    saleValue: 'Valor de venta',
  },
  reserved: (units: number) => `${formatInteger(units)} en pedidos`,
  unitCost: (text: string) => `${text} / ud.`,
  unknown: '—',
  emptyTitle: 'No hay productos',
  emptyText: 'Cuando haya productos en el catálogo, aquí verás cuánto hay de cada uno y cuánto vale.',
  noMatchTitle: 'Ningún producto coincide con los filtros',
  noMatchText: 'Prueba con otro nombre o SKU, o quita algún filtro.',
  results: (count: number, capped: boolean) =>
    capped
      ? `Ver más de ${formatInteger(count)} resultados`
      : `Ver ${plural(count, 'resultado', 'resultados')}`,
};

export const transferStrings = {
  title: 'Traspasar entre almacenes',
  description: 'El stock total no cambia: solo el sitio donde está.',
  product: 'Producto',
  from: 'Desde',
  to: 'Hasta',
  chooseLocation: 'Elige un almacén',
  quantity: 'Cantidad',
  notes: 'Notas',
  notesPlaceholder: 'Quién lo lleva, pedido, incidencia…',
  save: 'Traspasar',
  saving: 'Traspasando…',
  productRequired: 'Elige un producto',
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
