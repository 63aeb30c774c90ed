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
