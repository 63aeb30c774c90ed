import type { OrderStatus } from '@/features/shared/order-status';
import { formatInteger, formatUnits, plural } from '@/lib/format';
import type { OrderDetail, OrderEvent } from './api';

export const detailStrings = {
  screen: 'Detalles del pedido',
  title: (number: string) => `Pedido ${number}`,
  loading: 'Cargando pedido…',
  failed: 'No se pudo cargar el pedido',
  notFoundTitle: 'No encontramos este pedido',
  notFoundText: 'Puede que la dirección no sea correcta.',
  back: 'Volver a Pedidos',
  packingList: 'Lista de embalaje',
  packing: 'Preparando…',
  packingFailed: 'No se pudo descargar la lista de embalaje',
  shortageTitle: (units: number) => `${units === 1 ? 'Falta' : 'Faltan'} ${formatUnits(units)} para este pedido`,
  shortageText: 'Se cubrirán con las próximas entradas, los pedidos más antiguos primero.',
  unmatchedTitle: (count: number) =>
    count === 1
      ? 'Un artículo tiene un SKU desconocido'
      : `${formatInteger(count)} artículos tienen un SKU desconocido`,
  unmatchedText:
    'Lo que no se reconoce no reserva ni mueve stock. Si el pedido viene de una tienda, enlaza aquí sus artículos: ' +
    'se recordará para los próximos.',
  oddTitle: (count: number) =>
    count === 1
      ? 'Una línea de la tienda no se ha podido contar'
      : `${formatInteger(count)} líneas de la tienda no se han podido contar`,
  oddText: 'El resto del pedido sigue su curso. Si lo que no se ha contado mueve stock, ajústalo a mano.',
  oddItem: (name: string, sku: string, problem: string) => `${name}${sku === '' ? '' : ` (${sku})`}: ${problem}`,
  items: 'Artículos',
  showMore: (count: number) => `Mostrar ${plural(count, 'artículo más', 'artículos más')}`,
  columns: {
    product: 'Producto',
    state: 'Stock',
    quantity: 'Cantidad',
    unitPrice: 'Precio',
    total: 'Total',
  },
  unknownSku: 'SKU desconocido',
  withoutSku: 'Sin SKU',
  unstocked: 'No lleva stock',
  reserved: (units: number) => plural(units, 'reservada', 'reservadas'),
  lacking: (units: number) => (units === 1 ? 'falta 1' : `faltan ${formatInteger(units)}`),
  shipped: (units: number) => plural(units, 'enviada', 'enviadas'),
  returned: (units: number) => plural(units, 'devuelta', 'devueltas'),
  cancelled: (units: number) => plural(units, 'anulada', 'anuladas'),
  writtenOff: (units: number) => plural(units, 'reembolsada', 'reembolsadas'),
  none: '—',
  total: 'Total',
  gone: (amount: string) => `${amount} anulado o devuelto`,
  amounts: {
    items: 'Artículos',
    discount: 'Descuento',
    fees: 'Cargos',
    shipping: 'Envío',
    tax: 'Impuestos',
    other: 'Redondeo y otros',
    cancelled: 'Anulado',
    returned: 'Devuelto',
    refunded: 'Reembolsado',
  },
  timeline: 'Historial',
  system: 'Sistema',
  effects: 'Efectos en el stock',
  effectsEmpty: 'Este pedido aún no ha movido stock.',
  transitions: { ship: 'Envío', unship: 'Envío anulado', return: 'Devolución', refund: 'Devolución parcial' },
  facts: 'Datos del pedido',
  customer: 'Cliente',
  email: 'Email',
  date: 'Fecha',
  shippedAt: 'Enviado',
  deliveredAt: 'Entregado',
  updatedAt: 'Última modificación',
  location: 'Almacén',
  createdBy: 'Creado por',
  shippingAddress: 'Dirección de envío',
  billingAddress: 'Dirección de facturación',
  noAddress: 'Sin dirección',
  notes: 'Notas',
  webhook: 'Datos del webhook',
  imported: 'Datos de la importación',
  deliveries: 'Ver entregas',
  source: 'Origen',
  externalId: 'Número en la tienda',
  fileNumber: 'Número en el archivo',
  receivedAt: 'Recibido',
  processed: 'Procesado',
  yes: 'Sí',
  no: 'Todavía no',
  signature: 'Firma',
  signatureRight: 'Correcta',
  signatureWrong: 'Incorrecta',
  attempts: 'Intentos',
  problem: 'Último problema',
  deliveryKey: 'Clave de la entrega',
};

export const sourceNames: Record<OrderDetail['webhookData']['source'], string> = {
  manual: 'A mano',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  prestashop: 'PrestaShop',
  standard: 'Standard Webhooks',
  import: 'Importación',
};

export const eventNames: Record<OrderEvent['kind'], (status: string) => string> = {
  created: () => 'Pedido creado',
  status: (status) => `Pasa a «${status}»`,
  edited: () => 'Pedido modificado',
  refund: () => 'Artículos anulados o devueltos',
  shipment: () => 'Envío parcial',
  received: () => 'Actualizado por la tienda',
  matched: () => 'SKU reconocido',
};

type MoveTexts = {
  /** On the page. */
  action: string;
  title: (number: string) => string;
  confirm: string;
  busy: string;
  done: (number: string) => string;
};

export const moveTexts: Record<Exclude<OrderStatus, 'pending'>, MoveTexts> = {
  processing: {
    action: 'Procesar pedido',
    title: (number) => `¿Empezar a procesar el pedido ${number}?`,
    confirm: 'Procesar',
    busy: 'Procesando…',
    done: (number) => `Pedido ${number} en proceso`,
  },
  shipped: {
    action: 'Enviar pedido',
    title: (number) => `¿Enviar el pedido ${number}?`,
    confirm: 'Enviar',
    busy: 'Enviando…',
    done: (number) => `Pedido ${number} enviado`,
  },
  delivered: {
    action: 'Marcar como entregado',
    title: (number) => `¿Marcar como entregado el pedido ${number}?`,
    confirm: 'Marcar como entregado',
    busy: 'Guardando…',
    done: (number) => `Pedido ${number} entregado`,
  },
  cancelled: {
    action: 'Cancelar pedido',
    title: (number) => `¿Cancelar el pedido ${number}?`,
    confirm: 'Cancelar pedido',
    busy: 'Cancelando…',
    done: (number) => `Pedido ${number} cancelado`,
  },
  returned: {
    action: 'Registrar devolución',
    title: (number) => `¿Registrar la devolución del pedido ${number}?`,
    confirm: 'Registrar devolución',
    busy: 'Guardando…',
    done: (number) => `Pedido ${number} devuelto`,
  },
};

/** Units end with the point of their abbreviation, which ends a sentence as well. */
export const consequenceStrings = {
  back: 'Volver',
  stillReserved: (units: number) =>
    units === 0
      ? 'El stock no cambia.'
      : `El stock no cambia: ${formatUnits(units)} ${units === 1 ? 'sigue reservada' : 'siguen reservadas'}.`,
  leaves: (units: number) =>
    units === 0
      ? 'Ningún artículo sale del stock.'
      : `${units === 1 ? 'Saldrá' : 'Saldrán'} del stock ${formatUnits(units)}`,
  lacking: (units: number) =>
    `Según las reservas ${units === 1 ? 'falta' : 'faltan'} ${formatUnits(units)}: si no hay stock, no se podrá ` +
    'enviar.',
  unmatched: (count: number) =>
    `${plural(count, 'artículo', 'artículos')} con SKU desconocido no ${count === 1 ? 'mueve' : 'mueven'} stock.`,
  leftAlready: 'El stock no cambia: salió al enviarlo.',
  released: (units: number) =>
    units === 0
      ? 'No tiene stock reservado.'
      : units === 1
        ? 'Se libera 1 ud. reservada, que vuelve a estar disponible.'
        : `Se liberan ${formatUnits(units)} reservadas, que vuelven a estar disponibles.`,
  comesBack: (units: number) =>
    units === 0
      ? 'Ningún artículo vuelve al stock.'
      : `${units === 1 ? 'Vuelve' : 'Vuelven'} al stock ${formatUnits(units)}`,
  final: 'Después ya no se podrá cambiar su estado.',
  refusedTitle: 'No se pudo cambiar el estado',
  changedTitle: 'Alguien ha cambiado este pedido mientras tanto',
  changedText: (status: string) => `Ahora está en «${status}». Revísalo antes de seguir.`,
};
