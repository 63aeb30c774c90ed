import type { Answer } from './faq';

export const forecastAnswers: Answer[] = [
  {
    id: 'como-se-calcula-prevision',
    question: '¿De dónde sale lo que se venderá?',
    text: [
      'De las ventas de cada producto, ponderadas por lo que enseñan las de todos los demás. En Previsión de ' +
        'Stock, el nombre de cada producto lleva a sus ventas por semana, qué se ha usado, cuánto acertó antes y el ' +
        'rango en que caerá ocho de cada diez veces.',
    ],
    picture: 'prevision',
  },
  {
    id: 'por-hacer',
    question: '¿Qué significa «Por Hacer»?',
    text: [
      'Las unidades que conviene pedir o fabricar ahora para no quedarse sin ellas hasta la próxima reposición. ' +
        'Indica en Configurar el plazo de entrega, las unidades por paquete y el nivel de servicio, y la cifra se ' +
        'ajusta a ellos.',
    ],
  },
  {
    id: 'pedir-lo-que-hace-falta',
    question: '¿Cómo pido a mis proveedores lo que hace falta?',
    text: [
      'En Previsión de Stock, pulsa Crear pedidos, o elige antes los productos que quieras. Verás un borrador por ' +
        'proveedor, en envases enteros, con lo que falta para su pedido mínimo y con qué completarlo. En Compras, ' +
        'elige los borradores y pulsa Enviar: todos salen a la vez, por email o como ya enviados.',
      'De un producto o de una alerta se hace el borrador con Pedir.',
    ],
  },
  {
    id: 'varios-proveedores',
    question: '¿Cómo digo a quién compro un producto?',
    text: [
      'En la página del producto, pulsa Editar proveedores: de cada uno, su código, su envase, su precio y su plazo, ' +
        'y quién es el preferente. Para muchos a la vez, elígelos en Productos y pulsa Asignar proveedor.',
    ],
  },
  {
    id: 'compra-que-llega',
    question: 'Llega una compra en partes, o algo viene roto. ¿Qué hago?',
    text: [
      'Abre la compra y pulsa Recibir: lee o busca cada producto y di cuántas unidades aceptas y cuántas rechazas. ' +
        'Lo que no ha llegado sigue en camino. Si te equivocas, deshaz la recepción mientras la mercancía siga ahí.',
      'Lo que se devuelve después sale con Devolver al proveedor, con o sin reposición.',
    ],
  },
  {
    id: 'eventos-prevision',
    question: 'Viene Black Friday. ¿Cómo lo tiene en cuenta la previsión?',
    text: [
      'En Previsión de Stock, pulsa Eventos y añade los días y cuánto cambia la demanda, para todos los productos ' +
        'o para una categoría. Los pasados dejan de confundir a la previsión y los próximos se suman.',
    ],
  },
  {
    id: 'reporte-prevision',
    question: '¿Puedo llevarme la previsión en PDF?',
    text: [
      'Sí. Generar Reporte hace un PDF o un Excel con lo que muestran los filtros. Puedes cerrar la ventana ' +
        'mientras se escribe.',
    ],
  },
];

export const alertAnswers: Answer[] = [
  {
    id: 'niveles-de-alerta',
    question: '¿Cuándo se abre una alerta de stock?',
    text: [
      'Sin Stock: no queda ninguna unidad. Crítica: queda el mínimo o menos, o se agota en la mitad de los días ' +
        'de alerta o antes. Baja: se agota dentro de los días de alerta.',
      'Sin valores propios, el mínimo es 10 y los días de alerta 30. La alerta se resuelve sola cuando el stock ' +
        'se recupera.',
    ],
    picture: 'alertas',
  },
  {
    id: 'resolver-o-posponer',
    question: '¿Qué diferencia hay entre resolver y posponer una alerta?',
    text: [
      'Resolverla dice que ya está tratada: no vuelve por esta caída, pero una nueva abre otra. Posponerla la ' +
        'esconde unos días y vuelve sola, o antes si empeora.',
    ],
  },
  {
    id: 'avisos-por-correo',
    question: '¿Puedo recibir las alertas por correo?',
    text: [
      'Sí. En Configuración, Notificaciones, elige para cada nivel si quieres la campana, un correo al momento o ' +
        'un resumen diario, de qué categorías, y a qué horas no quieres que te molesten.',
    ],
    picture: 'notificaciones',
  },
  {
    id: 'silenciar-producto',
    question: '¿Cómo dejo de recibir alertas de un producto?',
    text: [
      'Abre las opciones del producto y elige Desactivar Alerta. Nadie recibirá avisos de él hasta que la actives ' +
        'otra vez.',
    ],
  },
];
