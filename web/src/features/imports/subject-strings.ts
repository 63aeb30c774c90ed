import { plural } from '@/lib/format';
import type { Import } from './api';

const products = (count: number) => plural(count, 'producto', 'productos');
const orders = (count: number) => plural(count, 'pedido', 'pedidos');

function undoProducts(created: number, updated: number): string {
  const parts = [
    created > 0
      ? `${created === 1 ? 'Se eliminará' : 'Se eliminarán'} ${products(created)} que se ` +
        `${created === 1 ? 'creó' : 'crearon'}`
      : '',
    updated > 0
      ? `${updated === 1 ? 'volverá' : 'volverán'} a como ${updated === 1 ? 'estaba' : 'estaban'} ${products(updated)}`
      : '',
  ].filter((part) => part !== '');
  const sentence = parts.join(' y ');
  const begun = sentence.charAt(0).toLocaleUpperCase('es') + sentence.slice(1);
  return `${begun}. El stock se corrige con movimientos opuestos.`;
}

function undoOrders(created: number): string {
  const what = created === 1 ? 'Se cancelará 1 pedido' : `Se cancelarán ${orders(created)}`;
  return (
    `${what}: los que aún no han salido liberan su reserva y los enviados vuelven al stock como devueltos, ` +
    'salvo los que entraron como historial, que no lo movieron. Sus números quedan libres.'
  );
}

const ofProducts = {
  title: 'Importar productos',
  subtitle: 'Da de alta y actualiza productos y stock desde una hoja de cálculo',
  back: 'Volver a Productos',
  forbiddenTitle: 'No puedes importar productos',
  fileText:
    'CSV, Excel (.xlsx) u OpenDocument (.ods), hasta 64\u00a0MB y 200.000\u00a0filas. Una hoja, con una fila por ' +
    'producto.',
  hints: [
    'Cada fila se reconoce por su SKU: si ya existe, el producto se actualiza; si no, se crea.',
    'Antes de cambiar nada verás qué se creará, qué se actualizará y qué filas tienen errores.',
    'Se importa todo o nada, y después puedes deshacerlo entero.',
    'Lo que exportas desde Productos se puede volver a importar tal cual.',
  ],
  location: 'Almacén del stock',
  comparing: 'Comparando el archivo con el catálogo…',
  run: (count: number) => `Importar ${products(count)}`,
  nothingText: 'El archivo dice lo mismo que el catálogo: no hay nada que importar.',
  readyText: 'Se importa todo o nada, y después podrás deshacerlo.',
  nothingChanged: 'El catálogo ya estaba así: no ha cambiado nada.',
  seeAll: 'Ver productos',
  undoneText: 'El catálogo y el stock están como antes de importar este archivo.',
  undonePartly: 'El catálogo está como antes, salvo lo que se indica abajo.',
  undoBody: undoProducts,
};

const ofOrders: typeof ofProducts = {
  title: 'Importar pedidos',
  subtitle: 'Trae pedidos de otra tienda, del teléfono o de una hoja de cálculo',
  back: 'Volver a Pedidos',
  forbiddenTitle: 'No puedes importar pedidos',
  fileText:
    'CSV, Excel (.xlsx) u OpenDocument (.ods), hasta 64\u00a0MB y 200.000\u00a0filas. Una hoja, con una fila por ' +
    'artículo: las filas seguidas con el mismo número son un pedido.',
  hints: [
    'Un pedido se reconoce por su número: si ya existe, se deja como está, así que puedes subir el mismo archivo ' +
      'dos veces.',
    'Cada venta cuenta en la fecha de su pedido. Lo pendiente reserva stock; lo que ya salió lo descuenta o entra ' +
      'solo como historial, según sus fechas: al revisar puedes cambiarlo.',
    'Lo que es de todo el pedido (cliente, fecha, estado…) basta con que esté en su primera fila.',
    'Se importa todo o nada, y después puedes deshacerlo entero.',
    'Lo que exportas desde Pedidos se puede volver a importar tal cual.',
  ],
  location: 'Almacén de los pedidos',
  comparing: 'Comparando el archivo con los pedidos y el stock…',
  run: (count: number) => `Importar ${orders(count)}`,
  nothingText: 'Todos los pedidos del archivo ya están aquí: no hay nada que importar.',
  readyText: 'Se importa todo o nada, y después podrás deshacerlo mientras nadie haya seguido con esos pedidos.',
  nothingChanged: 'Todos los pedidos ya estaban aquí: no ha cambiado nada.',
  seeAll: 'Ver pedidos',
  undoneText: 'Los pedidos de este archivo se han cancelado y el stock está como antes.',
  undonePartly: 'Los pedidos de este archivo se han cancelado, salvo lo que se indica abajo.',
  undoBody: undoOrders,
};

const prices = (count: number) => plural(count, 'precio', 'precios');

const ofPrices: typeof ofProducts = {
  title: 'Importar tarifa',
  subtitle: 'Pon al día los precios, envases y códigos de un proveedor desde su hoja de cálculo',
  back: 'Volver a Proveedores',
  forbiddenTitle: 'No puedes importar tarifas',
  fileText:
    'CSV, Excel (.xlsx) u OpenDocument (.ods), hasta 64\u00a0MB y 200.000\u00a0filas. Una hoja, con una fila por ' +
    'producto.',
  hints: [
    'Cada fila se reconoce por el código del proveedor, el código de barras o tu SKU: basta con uno.',
    'Lo que el proveedor aún no vendía se añade a lo que vende; los productos no se crean.',
    'Antes de cambiar nada verás qué precios suben o bajan, y cuánto.',
    'Se importa todo o nada, y después puedes deshacerlo entero.',
  ],
  location: 'Almacén',
  comparing: 'Comparando el archivo con los precios de ahora…',
  run: (count: number) => `Importar ${prices(count)}`,
  nothingText: 'El archivo dice lo mismo que la tarifa de ahora: no hay nada que importar.',
  readyText: 'Se importa todo o nada, y después podrás deshacerlo.',
  nothingChanged: 'La tarifa ya estaba así: no ha cambiado nada.',
  seeAll: 'Ver proveedores',
  undoneText: 'La tarifa está como antes de importar este archivo.',
  undonePartly: 'La tarifa está como antes, salvo lo que se indica abajo.',
  undoBody: () => 'Los precios, envases y códigos vuelven a como estaban.',
};

const lines = (count: number) => plural(count, 'línea', 'líneas');

const ofPurchases: typeof ofProducts = {
  title: 'Importar compra',
  subtitle: 'Haz un borrador de compra con las líneas de una hoja de cálculo',
  back: 'Volver a Compras',
  forbiddenTitle: 'No puedes importar compras',
  fileText:
    'CSV, Excel (.xlsx) u OpenDocument (.ods), hasta 64\u00a0MB y 2.000\u00a0filas. Una hoja, con una fila por ' +
    'línea de la compra.',
  hints: [
    'Cada fila se reconoce por el código del proveedor, el código de barras o tu SKU: basta con uno.',
    'La cantidad puede estar en unidades o en paquetes del proveedor.',
    'Lo que el archivo no dice (paquete, precio) es lo que tiene la tarifa del proveedor.',
    'Sale un borrador: no se envía nada, y después puedes deshacerlo entero.',
  ],
  location: 'Almacén de entrega',
  comparing: 'Comparando el archivo con lo que vende el proveedor…',
  run: (count: number) => `Importar ${lines(count)}`,
  nothingText: 'El archivo no tiene ninguna línea: no hay nada que importar.',
  readyText: 'Se importa todo o nada en un borrador, y podrás deshacerlo mientras siga igual.',
  nothingChanged: 'No ha salido ninguna línea.',
  seeAll: 'Ver compras',
  undoneText: 'El borrador que salió de este archivo se ha eliminado.',
  undonePartly: 'No se ha deshecho todo: mira lo que se indica abajo.',
  undoBody: () => 'Se eliminará el borrador que salió de este archivo.',
};

/** What screens say about each of them. */
export const subjectStrings: Record<Import['subject'], typeof ofProducts> = {
  products: ofProducts,
  orders: ofOrders,
  prices: ofPrices,
  purchases: ofPurchases,
};
