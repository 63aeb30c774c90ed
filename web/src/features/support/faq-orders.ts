import type { Answer } from './faq';

export const orderAnswers: Answer[] = [
  {
    id: 'crear-pedido',
    question: '¿Cómo creo un pedido a mano?',
    text: [
      'En Pedidos, pulsa Nuevo Pedido, escribe el cliente y añade los artículos. Su stock queda reservado desde ' +
        'ese momento y sale cuando lo envías.',
    ],
    picture: 'pedidos',
  },
  {
    id: 'estados-del-pedido',
    question: '¿Qué significa cada estado de un pedido?',
    text: [
      'Pendiente y Procesando reservan stock. Al pasar a Enviado, las unidades salen del stock. Entregado no ' +
        'cambia nada más. Cancelado libera lo reservado y Devuelto lo trae de vuelta.',
      'De Cancelado y de Devuelto no se sale: antes de pasar a ellos, Estante te dice qué ocurrirá con el stock.',
    ],
    picture: 'pedido',
  },
  {
    id: 'falta-stock-pedido',
    question: 'Un pedido dice que faltan unidades. ¿Qué hago?',
    text: [
      'Registra una entrada de ese producto: lo que llega se reparte primero entre los pedidos más antiguos. ' +
        'Mientras falte algo, el producto tiene una alerta. Si al enviarlo no hay stock, Estante te dice de qué SKU ' +
        'falta y cuánto.',
    ],
  },
  {
    id: 'devolucion-parcial',
    question: '¿Cómo registro una devolución de parte de un pedido?',
    text: [
      'Abre el pedido enviado o entregado y pulsa Devolver artículos. Indica cuántas unidades vuelven y si ' +
        'regresan al stock o solo se reembolsan. Antes de enviarlo, la misma acción se llama Anular artículos.',
    ],
  },
  {
    id: 'lista-de-embalaje',
    question: '¿Puedo imprimir lo que hay que meter en la caja?',
    text: ['Sí. En la página del pedido, Lista de embalaje descarga un PDF con sus artículos y su dirección.'],
  },
  {
    id: 'conectar-tienda',
    question: '¿Cómo conecto mi tienda de Shopify o WooCommerce?',
    text: [
      [
        'Un administrador entra en Configuración, Integraciones, y conecta una tienda.',
        'Copia la dirección y el secreto en los webhooks de tu tienda.',
        'Envía una entrega de prueba para ver que llega.',
      ],
      'Los pedidos entran solos, una sola vez aunque la tienda los envíe dos. Si la tienda calla más de lo ' +
        'normal, se abre una alerta.',
    ],
    picture: 'integraciones',
  },
  {
    id: 'sku-desconocido',
    question: 'Un pedido de la tienda trae un SKU desconocido. ¿Qué hago?',
    text: [
      'El pedido se guarda igualmente y lo avisa. En la página del pedido, pulsa Ver entregas, abre la que lo ' +
        'trajo y enlaza ese SKU con un producto: se recordará para los próximos. Solo lo ven administradores y ' +
        'encargados.',
    ],
  },
];
