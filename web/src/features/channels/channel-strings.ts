import { formatDateTime, formatInteger, plural } from '@/lib/format';
import type { ChannelSource } from './api';

export const sourceNames: Record<ChannelSource, string> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  standard: 'Standard Webhooks',
};

/** Where in the shop its secret is found or written. */
export const secretHints: Record<ChannelSource, string> = {
  shopify: 'Cópialo de Shopify: Configuración → Notificaciones → Webhooks. Si aún no lo tienes, cámbialo después.',
  woocommerce: 'Escríbelo igual en WooCommerce → Ajustes → Avanzado → Webhooks. Si lo dejas vacío, creamos uno.',
  standard: 'Empieza por whsec_. Si lo dejas vacío, creamos uno.',
};

function hours(count: number): string {
  return plural(count, 'hora', 'horas');
}

export const channelStrings = {
  title: 'Tiendas',
  hint: 'Cada tienda envía sus pedidos a una dirección propia y los firma con un secreto.',
  list: 'Tiendas conectadas',
  loading: 'Cargando las tiendas…',
  loadFailed: 'No se pudieron cargar las tiendas',
  emptyTitle: 'Ninguna tienda conectada',
  emptyText: 'Conecta tu tienda de Shopify, WooCommerce u otra: sus pedidos llegarán solos y reservarán stock.',
  emptyReadOnly: 'Cuando un administrador conecte una, verás aquí cómo va.',
  add: 'Conectar tienda',
  deliveries: 'Ver entregas',
  columns: {
    name: 'Tienda',
    last: 'Última entrega',
    state: 'Situación',
    active: 'Estado',
    actions: 'Acciones',
  },
  never: 'Todavía ninguna',
  active: 'Activa',
  inactive: 'Desactivada',
  activeOf: (name: string) => `Recibir los pedidos de ${name}`,
  switchedOn: (name: string) => `${name} vuelve a recibir pedidos`,
  switchedOff: (name: string) => `${name} ya no recibe pedidos`,
  switchedOffText: 'Lo que envíe se rechazará hasta que la actives.',
  changeFailed: 'No se pudo guardar la tienda',
  silent: 'Sin noticias',
  silentText: (count: number) => `No ha enviado nada en las últimas ${hours(count)}.`,
  silentHelp: 'Comprueba en la tienda que su webhook sigue activo y apunta a esta dirección.',
  fine: 'Sin incidencias',
  failed: (count: number) => plural(count, 'fallida', 'fallidas'),
  unmatched: (count: number) => `${formatInteger(count)} con SKU desconocido`,
  missing: (count: number) =>
    count === 1 ? 'Falta 1 número de pedido' : `Faltan ${formatInteger(count)} números de pedido`,
  waiting: (count: number) => `${formatInteger(count)} por procesar`,
  moreOf: (name: string) => `Más acciones para ${name}`,
  test: 'Enviar prueba',
  edit: 'Editar',
  rotate: 'Cambiar el secreto',
  remove: 'Desconectar',
  testDone: 'La prueba ha llegado bien',
  testRefused: (status: number) => `La prueba se ha rechazado (${status})`,
  testFailed: 'No se pudo enviar la prueba',
  seeDelivery: 'Ver la entrega',

  addTitle: 'Conectar una tienda',
  editTitle: 'Editar la tienda',
  name: 'Nombre',
  nameHint: 'El nombre con el que la reconoces: «Tienda online».',
  nameRequired: 'El nombre es requerido',
  source: 'Tipo',
  secret: 'Secreto',
  location: 'Almacén del que salen sus pedidos',
  silenceHours: 'Avisar si no hay noticias en',
  silenceHint: 'Horas. Con 0 no se avisa nunca.',
  silenceInvalid: 'Escribe un número de horas entre 0 y 720',
  save: 'Guardar',
  saving: 'Guardando…',
  addFailed: 'No se pudo conectar la tienda',
  saved: 'Tienda actualizada',

  connectTitle: 'Tu tienda está lista para enviar',
  rotatedTitle: 'Secreto cambiado',
  address: 'Dirección',
  addressHint: 'Escríbela en la tienda como destino de sus webhooks de pedidos.',
  addressHidden: 'Solo los administradores ven la dirección.',
  secretOnce: 'Guárdalo ahora: no volveremos a enseñarlo.',
  done: 'Hecho',
  previousUntil: (at: string) => `El secreto anterior se acepta hasta el ${formatDateTime(at)}.`,
  rotateTitle: (name: string) => `Cambiar el secreto de ${name}`,
  rotateText: 'Cuando lo cambies, escribe el nuevo en la tienda.',
  newSecret: 'Secreto nuevo',
  keepPrevious: 'Aceptar también el anterior durante un día',
  rotateConfirm: 'Cambiar secreto',
  rotateFailed: 'No se pudo cambiar el secreto',
  removeTitle: (name: string) => `¿Desconectar ${name}?`,
  removeBody: 'Su dirección deja de existir y lo que envíe se rechazará. Sus pedidos y entregas se conservan.',
  removeConfirm: 'Desconectar',
  removing: 'Desconectando…',
  removed: 'Tienda desconectada',

  back: 'Volver a Integraciones',
  viewLoading: 'Cargando la tienda…',
  gone: 'Esta tienda ya no está conectada',
  goneText: 'Puede que alguien la haya desconectado.',
  type: 'Tipo',
  locationShort: 'Almacén',
  silence: 'Aviso de silencio',
  silenceAfter: (count: number) => (count === 0 ? 'Nunca' : `Tras ${hours(count)} sin noticias`),
  fault: 'Envía errores',
  half: 'Sin cambios de pedidos',
  faultTitle: 'La tienda envía errores',
  halfTitle: 'No llegan los cambios de los pedidos',
  halfText: {
    woocommerce:
      'Llegan los pedidos nuevos, pero no lo que se paga, envía o cancela después. En WordPress, WooCommerce → ' +
      'Ajustes → Avanzado → Webhooks: abre el del tema «Pedido actualizado», pon su estado en «Activo» y guárdalo. ' +
      'WooCommerce lo desactiva solo cuando varias entregas seguidas fallan.',
    shopify:
      'Llegan los pedidos nuevos, pero no lo que se paga, envía o cancela después. En Shopify, Configuración → ' +
      'Notificaciones → Webhooks: crea el del evento «Actualización de pedido» con esta misma dirección. Shopify lo ' +
      'borra solo cuando varias entregas seguidas fallan.',
    standard: 'Llegan los pedidos nuevos, pero no sus cambios. Haz que la tienda envíe también «order.updated».',
  },
  gaps: 'Números de pedido que faltan',
  gapsHint: 'La tienda numera sus pedidos uno tras otro; de estos no ha llegado ninguna entrega.',
  gap: (first: number, last: number) => (first === last ? `N.º ${first}` : `N.º ${first} a ${last}`),
  gapSince: (at: string) => `desde el ${formatDateTime(at)}`,
  dismiss: 'Dar por sabido',
  dismissOf: (gap: string) => `Dar por sabido: ${gap}`,
  dismissFailed: 'No se pudo guardar',
  gapsFailed: 'No se pudieron cargar los números que faltan',
  links: 'SKU enlazados',
  linkColumns: { sku: 'SKU', product: 'Producto', date: 'Fecha' },
  linksHint: 'Lo que la tienda llama de otra manera y ya sabemos qué producto es.',
  linksEmpty: 'Cuando enlaces un SKU desconocido a un producto, se recordará aquí.',
  linksLoading: 'Cargando los SKU enlazados…',
  linksFailed: 'No se pudieron cargar los SKU enlazados',
  unlink: 'Olvidar',
  unlinkOf: (sku: string) => `Olvidar el enlace de ${sku}`,
  unlinked: (sku: string) => `${sku} ya no está enlazado`,
  unlinkFailed: 'No se pudo olvidar el enlace',
};
