import { formatExpected } from '@/features/shared/forecast-strings';
import { formatChange, formatDecimal, formatInteger, formatPercent, formatUnits, plural } from '@/lib/format';

export const workingStrings = {
  openProduct: 'Ver producto',
  notFoundTitle: 'Este producto ya no existe',
  notFoundText: 'Puede que se haya eliminado. La lista muestra los que hay.',
  figures: 'Cifras',
  available: 'Stock disponible',
  reserved: (units: number) => `${formatUnits(units)} reservadas por pedidos`,
  goneInAlertDays: (percent: number, days: number) =>
    `Probabilidad de que se agote en los próximos ${plural(days, 'día', 'días')}, los de su alerta: ` +
    `${formatPercent(percent)}.`,
  chart: 'Ventas por semana',
  how: 'Cómo se ha calculado',
  methods: {
    history: 'A partir de las ventas de este producto, ponderadas por lo que enseñan las de todos.',
    new: 'Tiene menos de un mes: se combinan sus ventas con las de otros productos cuando eran nuevos.',
    unsold:
      'Sin historial: todavía no se ha vendido. Se parte de lo que suelen vender los productos nuevos de su categoría.',
    none: 'No se ha vendido nunca en un mes o más: no se espera vender.',
  },
  patterns: {
    often: 'Se vende a menudo.',
    sometimes: 'Se vende de vez en cuando.',
    rarely: 'Se vende pocas veces.',
    young: 'Es un producto reciente.',
  },
  lowConfidence: 'El historial es corto: toma la cifra con cautela.',
  parts: {
    pooled: 'Trece maneras de mirar su historial, ponderadas',
    best: 'La que mejor ha acertado en productos parecidos',
    middle: 'La mediana de cinco de distinta velocidad',
    own: 'Su propio ritmo de venta',
    others: 'El de otros productos nuevos',
  },
  part: 'Parte',
  unitsIn30: 'Unidades en 30 días',
  weight: 'Peso',
  weightOf: (weight: number) => formatPercent(100 * weight),
  lean: (factor: number) =>
    `Se multiplica por ${formatDecimal(factor, 2)}: lo que se vendió frente a lo que decían previsiones así.`,
  eventUnits: (units: number) =>
    units > 0
      ? `Los eventos añaden ${formatExpected(units)} uds.`
      : `Los eventos quitan ${formatExpected(-units)} uds.`,
  result: (units: number, low: number, high: number) =>
    `Resultado: ${formatExpected(units)} uds. en 30 días; ocho de cada diez veces, entre ${formatInteger(low)} y ` +
    `${formatInteger(high)}.`,
  history: 'Historial usado',
  historyDays: (days: number) => `${plural(days, 'día', 'días')} de historial`,
  emptyDays: (days: number) =>
    days === 0
      ? 'Ningún día empezó sin stock'
      : `${plural(days, 'día que empezó sin stock no cuenta', 'días que empezaron sin stock no cuentan')}: sin ` +
        'stock no se puede vender',
  raisedDays: (days: number) =>
    `${plural(days, 'día en que se agotó se completa', 'días en que se agotó se completan')} con lo que venden ` +
    'los días enteros',
  trimmedDays: (days: number) =>
    `${plural(days, 'día de venta excepcional se recorta', 'días de venta excepcional se recortan')}`,
  accuracy: 'Cuánto ha acertado',
  accuracyError: (percent: number) => `El último trimestre se equivocó un ${formatPercent(percent)}`,
  accuracyBias: (percent: number) =>
    percent === 0
      ? 'ni de más ni de menos.'
      : percent > 0
        ? `en conjunto ${formatPercent(percent)} de más.`
        : `en conjunto ${formatPercent(-percent)} de menos.`,
  noAccuracy:
    'Aún no hay con qué comparar: hacen falta ventas de los últimos meses y un mes de historial antes de ellas.',
  month: 'Periodo',
  forecast: 'Previsto',
  actual: 'Vendido',
  estimated: 'Faltó stock algunos días: se ha estimado lo que se habría vendido.',
  order: 'Por Hacer',
  stock: 'Stock',
  reservedUnits: 'Reservado por pedidos',
  position: 'Disponible',
  cover: (days: number) => `Se espera vender en ${plural(days, 'día', 'días')}`,
  coverHint: (lead: number, review: number) =>
    `${formatInteger(lead)} de entrega y ${formatInteger(review)} hasta volver a pedir`,
  safety: (percent: number) => `Reserva para acertar ${formatInteger(percent)} de cada 100 veces`,
  reorderPoint: 'Punto de pedido',
  minStock: 'Stock mínimo',
  upTo: 'Se llena hasta',
  missing: 'Faltan',
  packs: (size: number) => `Redondeado a paquetes de ${formatInteger(size)}`,
  nothing: 'Lo disponible está por encima del punto de pedido y del mínimo: no hay que pedir nada ahora.',
  notReordered: 'El producto está inactivo o descontinuado: no se propone pedirlo.',
  noLead: 'Sin plazo de entrega, se repone para 30 días. Puedes indicarlo en Configurar.',
  events: 'Eventos próximos',
  uplift: (percent: number) => `${formatChange(percent)} sobre lo normal`,
};

export const eventStrings = {
  title: 'Eventos',
  description:
    'Días en que se vende más o menos de lo normal. Los pasados no confunden a la previsión; los próximos se suman.',
  loading: 'Cargando eventos…',
  loadFailed: 'No se pudieron cargar los eventos',
  emptyTitle: 'No hay eventos',
  emptyText: 'Añade Reyes, las rebajas, Black Friday o las vacaciones de agosto.',
  add: 'Añadir evento',
  edit: (name: string) => `Editar ${name}`,
  remove: (name: string) => `Eliminar ${name}`,
  newTitle: 'Nuevo evento',
  editTitle: 'Editar evento',
  back: 'Volver a los eventos',
  name: 'Nombre',
  namePlaceholder: 'Black Friday',
  dateFrom: 'Primer día',
  dateTo: 'Último día',
  uplift: 'Variación de la demanda (%)',
  upliftHint: '80 es casi el doble de lo normal; −50, la mitad.',
  category: 'Productos',
  allProducts: 'Todos los productos',
  yearly: 'Se repite cada año',
  yearlyShort: 'Cada año',
  save: 'Guardar evento',
  saving: 'Guardando…',
  saveFailed: 'No se pudo guardar el evento',
  saved: 'Evento guardado',
  savedText: 'Las previsiones se calculan de nuevo.',
  deleteTitle: (name: string) => `¿Eliminar «${name}»?`,
  deleteBody: 'La previsión dejará de tenerlo en cuenta, también en el pasado.',
  delete: 'Eliminar',
  deleting: 'Eliminando…',
  deleteFailed: 'No se pudo eliminar el evento',
  nameRequired: 'El nombre es requerido',
  dateRequired: 'Elige un día',
  dateOrder: 'El último día no puede ser anterior al primero',
  upliftInvalid: 'La variación debe ser un número entre −95 y 1900, distinto de 0',
};
