import { formatInteger, formatUnits, plural } from '@/lib/format';

const drafts = (count: number) => plural(count, 'borrador', 'borradores');

export const reorderStrings = {
  title: 'Crear pedidos',
  description: 'Un borrador por proveedor, en envases enteros. Nada se envía hasta que tú lo envíes.',
  loading: 'Calculando los pedidos…',
  loadFailed: 'No se pudieron calcular los pedidos',
  failed: 'No se pudieron crear los borradores',
  nothingTitle: 'No hay nada que pedir',
  nothingText: 'La previsión no pide ningún producto, o lo que hace falta ya está en camino.',
  create: (count: number) => (count === 0 ? 'Crear borradores' : `Crear ${drafts(count)}`),
  creating: 'Creando…',
  cancel: 'Cancelar',
  created: (count: number) => `${drafts(count)} ${count === 1 ? 'creado' : 'creados'}`,
  createdFor: (product: string, supplier: string) => `${product}, a ${supplier}`,
  left: (count: number) =>
    `${plural(count, 'producto', 'productos')} sin proveedor no se ${count === 1 ? 'pide' : 'piden'}`,
  summary: (count: number, lines: number) => `${drafts(count)} · ${plural(lines, 'producto', 'productos')}`,
  orderOf: (supplier: string) => `Pedido a ${supplier}`,
  lines: (count: number) => plural(count, 'producto', 'productos'),
  seeLines: 'Ver los productos',
  include: (name: string) => `Pedir ${name}`,
  quantity: (units: number, packs: number, packUnits: number) =>
    packUnits > 1
      ? `${formatUnits(units)} (${formatInteger(packs)} × ${formatInteger(packUnits)})`
      : formatUnits(units),
  notWanted: 'La previsión no pide ninguna',
  runsOut: (days: number) => (days <= 0 ? 'agotado' : `se agota en ${plural(days, 'día', 'días')}`),
  withoutPrice: 'Sin precio',
  unpriced: (count: number) => `${plural(count, 'producto', 'productos')} sin precio`,
  missing: (missing: string, minimum: string) => `Faltan ${missing} para su pedido mínimo de ${minimum}`,
  reached: (minimum: string) => `Llega a su pedido mínimo de ${minimum}`,
  fill: 'Completar con lo próximo que se agotará',
  more: (count: number) => `y ${plural(count, 'producto', 'productos')} más`,
  others: (count: number) =>
    `Y ${plural(count, 'producto', 'productos')} más: elígelos en Productos y pulsa Asignar proveedor.`,
  withoutTitle: (count: number) => `${plural(count, 'producto', 'productos')} sin proveedor`,
  withoutText: 'Di a quién se compra cada uno para pedirlo.',
  supplierOf: (name: string) => `Proveedor de ${name}`,
  supplierOfAll: 'El mismo proveedor para todos',
  assign: 'Asignar',
  assigning: 'Asignando…',
  assignFailed: 'No se pudo asignar el proveedor',
  assigned: (count: number) =>
    count === 1 ? 'Proveedor asignado a 1 producto' : `Proveedor asignado a ${formatInteger(count)} productos`,
  undo: 'Deshacer',
  undone: 'Cambio deshecho',
  undoFailed: 'No se pudo deshacer el cambio',
  reorder: 'Pedir',
  reorderOf: (name: string) => `Pedir ${name}`,
  reorderFailed: 'No se pudo pedir',
  reordered: 'Borrador creado',
};
