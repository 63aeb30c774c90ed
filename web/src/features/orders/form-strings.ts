import { formatInteger, formatUnits, plural } from '@/lib/format';

function availableText(units: number): string {
  if (units === 0) return 'No queda ninguna disponible';
  return units === 1 ? 'Hay 1 disponible' : `Hay ${formatInteger(units)} disponibles`;
}

export const formStrings = {
  title: 'Nuevo Pedido',
  description: 'Su stock queda reservado desde ahora y sale cuando lo envíes.',
  customerName: 'Cliente',
  customerEmail: 'Email',
  location: 'Almacén',
  lines: 'Artículos',
  product: 'Producto',
  quantity: 'Cantidad',
  unitPrice: 'Precio unitario',
  addLine: 'Añadir artículo',
  removeLine: (number: number) => `Quitar el artículo ${number}`,
  sum: (lines: number, units: number) => `${plural(lines, 'artículo', 'artículos')} · ${formatUnits(units)}`,
  lacking: (available: number, lacking: number) =>
    `${availableText(available)}: ${lacking === 1 ? 'faltará' : 'faltarán'} ${formatUnits(lacking)}`,
  addresses: 'Direcciones',
  shippingAddress: 'Dirección de envío',
  billingAddress: 'Dirección de facturación',
  sameAddress: 'Facturar a la misma dirección',
  street: 'Calle y número',
  city: 'Localidad',
  state: 'Provincia',
  postalCode: 'Código postal',
  country: 'País',
  phone: 'Teléfono',
  notes: 'Notas',
  save: 'Crear pedido',
  saving: 'Creando…',
  failed: 'No se pudo crear el pedido',
  customerRequired: 'El nombre del cliente es requerido',
  productRequired: 'Elige un producto',
  priceInvalid: 'El precio debe ser un número mayor o igual a 0',
  created: (number: string) => `Pedido ${number} creado`,
};

export const editStrings = {
  action: 'Editar',
  title: (number: string) => `Editar el pedido ${number}`,
  onlyNotes: 'Ya no está abierto: solo se pueden cambiar sus notas.',
  linesOfShop: 'Sus artículos se cambian en la tienda de la que viene.',
  linesPacked: 'Sus artículos solo se pueden cambiar mientras está pendiente.',
  linesOpen: 'Lo que reserva del stock cambia con sus artículos.',
  save: 'Guardar cambios',
  saving: 'Guardando…',
  failed: 'No se pudo guardar el pedido',
  saved: (number: string) => `Pedido ${number} actualizado`,
  nothingChanged: 'No has cambiado nada.',
  overtakenTitle: 'Alguien ha cambiado este pedido mientras tanto',
  overtakenText: 'Lo que has escrito sigue aquí y lo demás ya es lo de ahora. Revísalo y guarda otra vez.',
};

export const refundStrings = {
  /** Goods that have not left are given up; those that have left come back or not. */
  giveUp: {
    action: 'Anular artículos',
    title: (number: string) => `Anular artículos del pedido ${number}`,
    description: 'Elige cuántas unidades no se enviarán. Su reserva queda libre.',
    save: 'Anular artículos',
    failed: 'No se pudieron anular los artículos',
    done: (units: number) => `${formatUnits(units)} ${units === 1 ? 'anulada' : 'anuladas'}`,
    ends: 'No queda nada por enviar: el pedido quedará cancelado.',
  },
  giveBack: {
    action: 'Devolver artículos',
    title: (number: string) => `Devolver artículos del pedido ${number}`,
    description: 'Elige cuántas unidades devuelve el cliente y si vuelven al stock.',
    save: 'Registrar devolución',
    failed: 'No se pudo registrar la devolución',
    done: (units: number) => `${formatUnits(units)} ${units === 1 ? 'devuelta' : 'devueltas'}`,
    ends: 'No queda nada sin devolver: el pedido quedará devuelto.',
  },
  saving: 'Guardando…',
  lines: 'Artículos',
  quantity: 'Cantidad',
  atMost: (units: number) => (units === 1 ? 'Como mucho, 1' : `Como mucho, ${formatInteger(units)}`),
  restock: 'Vuelven al stock',
  another: (units: number) =>
    units === 1 ? 'Son otras: la tienda ya ha contado 1' : `Son otras: la tienda ya ha contado ${formatInteger(units)}`,
  nothingChosen: 'Indica la cantidad de al menos un artículo',
  quantityInvalid: 'Escribe un número entero, sin decimales',
  freed: (units: number) => `Se ${units === 1 ? 'libera' : 'liberan'} ${formatUnits(units)} del stock reservado.`,
  comesBack: (units: number) => `${units === 1 ? 'Vuelve' : 'Vuelven'} al stock ${formatUnits(units)}`,
  staysOut: (units: number) =>
    `${formatUnits(units)} se ${units === 1 ? 'reembolsa' : 'reembolsan'} sin volver al stock.`,
  final: 'No se puede deshacer.',
};
