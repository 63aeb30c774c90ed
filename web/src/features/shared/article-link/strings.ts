import { plural } from '@/lib/format';

export const articleStrings = {
  link: 'Enlazar',
  linkOf: (name: string) => `Enlazar ${name} a un producto`,
  title: (name: string) => `¿Qué producto es ${name}?`,
  text: 'Se recordará para los próximos pedidos de esta tienda, y se aplica también a los abiertos.',
  product: 'Producto',
  productRequired: 'Elige un producto',
  unstocked: 'No lleva stock: una propina, una tarjeta regalo, un servicio…',
  save: 'Guardar',
  saving: 'Guardando…',
  failed: 'No se pudo enlazar el artículo',
  linked: (name: string) => `Ya sabemos qué es ${name}`,
  matchedOrders: (count: number) => `${plural(count, 'pedido abierto lo esperaba', 'pedidos abiertos lo esperaban')}.`,
};
