import type { Answer } from './faq';

export const productAnswers: Answer[] = [
  {
    id: 'crear-producto',
    question: '¿Cómo doy de alta un producto?',
    text: [
      [
        'Entra en Productos y pulsa Nuevo Producto, o la tecla N.',
        'Escribe al menos el SKU, el nombre y el stock que tienes.',
        'Guarda con Crear producto o con Ctrl + Enter.',
      ],
      'El stock con el que empieza queda anotado como su primer movimiento. La categoría, la marca y las ' +
        'etiquetas nacen al escribirlas.',
    ],
    picture: 'producto-nuevo',
  },
  {
    id: 'buscar-producto',
    question: '¿Cómo encuentro un producto deprisa?',
    text: [
      'Escribe parte del nombre, del SKU o del código de barras en el buscador de Productos. No importan las ' +
        'mayúsculas ni los acentos, y la tecla / lleva el cursor hasta él.',
      'Desde cualquier pantalla, Ctrl + K abre la paleta de comandos, que busca productos, pantallas y acciones.',
    ],
    picture: 'productos',
  },
  {
    id: 'lector-de-codigos',
    question: '¿Puedo usar un lector de códigos de barras?',
    text: [
      'Sí, cualquiera que funcione como un teclado. Si lees un código fuera de un campo, se abre el producto que ' +
        'lo tiene; si ninguno lo tiene, puedes crearlo con ese código.',
      'También sirve para elegir productos en una entrada o en un pedido, y para sumar unidades en un recuento.',
    ],
  },
  {
    id: 'importar-productos',
    question: '¿Cómo importo productos desde Excel o CSV?',
    text: [
      [
        'En Productos, pulsa Importar y elige el archivo (CSV o XLSX, hasta 64 MB).',
        'Di qué contiene cada columna. Se recordará para los próximos archivos iguales.',
        'Revisa qué se creará, qué se actualizará y qué filas tienen errores.',
        'Pulsa Importar.',
      ],
      'Cada fila se reconoce por su SKU. Se importa todo o nada, y la importación se puede deshacer entera con un ' +
        'clic.',
    ],
    picture: 'importar',
  },
  {
    id: 'exportar-productos',
    question: '¿Cómo saco mis datos a una hoja de cálculo?',
    text: [
      'Pulsa Exportar en Productos, en los Movimientos de Inventario o en Pedidos. Sale lo que muestran los ' +
        'filtros, en CSV o en Excel. Si seleccionas productos, salen solo esos.',
      'Lo que exportas desde Productos se puede volver a importar tal cual.',
    ],
  },
  {
    id: 'cambiar-varios',
    question: '¿Puedo cambiar muchos productos a la vez?',
    text: [
      'Sí. Márcalos en la tabla de Productos y usa la barra que aparece para cambiar su estado, su categoría o su ' +
        'stock mínimo, o para eliminarlos. Justo después puedes deshacerlo desde el aviso.',
    ],
  },
  {
    id: 'eliminar-producto',
    question: '¿Qué pasa cuando elimino un producto?',
    text: [
      'Sale de todas las listas y su SKU queda libre, pero sus movimientos y pedidos se conservan con su nombre. ' +
        'El aviso que aparece al eliminarlo permite deshacerlo.',
    ],
  },
  {
    id: 'unir-categorias',
    question: 'Tengo categorías o marcas repetidas. ¿Cómo las uno?',
    text: [
      'En Configuración, abre Categorías, marcas y etiquetas y renombra una con el nombre de la otra: Estante te ' +
        'ofrecerá unirlas. El cambio vale para todos sus productos y no se puede deshacer.',
    ],
  },
];

export const stockAnswers: Answer[] = [
  {
    id: 'ajustar-stock',
    question: '¿Cómo ajusto el stock de un producto?',
    text: [
      [
        'Pulsa Ajustar en la fila del producto, o la tecla A con la fila enfocada.',
        'Elige Agregar, Quitar o Establecer y escribe la cantidad. Verás el stock de ahora y el de después.',
        'Indica la razón y guarda.',
      ],
      'El aviso que aparece permite deshacerlo. Cada ajuste queda en los movimientos con quién lo hizo y por qué.',
    ],
    picture: 'ajustar-stock',
  },
  {
    id: 'registrar-entrada',
    question: '¿Cómo registro la mercancía que llega?',
    text: [
      'En Entrada de Stock, pulsa Nueva Entrada. Elige el tipo (compra, devolución, ajuste o manual), añade una ' +
        'línea por producto con su cantidad y, si quieres, su coste, y regístralo todo de una vez.',
      'El stock sube al momento. Si te equivocas, edita o elimina la entrada: se escribe el movimiento contrario ' +
        'y queda el rastro.',
    ],
    picture: 'entradas',
  },
  {
    id: 'deshacer-movimiento',
    question: 'Me he equivocado en un ajuste. ¿Lo puedo borrar?',
    text: [
      'Los movimientos no se borran ni se cambian: así el stock siempre se puede explicar. Abre los Movimientos ' +
        'en Inventario o en la ficha del producto y pulsa Deshacer: se escribe el movimiento contrario.',
    ],
  },
  {
    id: 'ver-movimientos',
    question: '¿Dónde veo quién cambió el stock y cuándo?',
    text: [
      'En Inventario, pestaña Movimientos, con filtros por producto, tipo, persona y fechas. La ficha de cada ' +
        'producto muestra los suyos y una gráfica de su evolución.',
    ],
    picture: 'movimientos',
  },
  {
    id: 'hacer-recuento',
    question: '¿Cómo hago un recuento del almacén?',
    text: [
      [
        'En Inventario, pestaña Recuentos, pulsa Nuevo recuento y elige el almacén o una categoría.',
        'Anota lo que cuentas, con el teclado, con un lector o desde una hoja impresa.',
        'Revisa las diferencias y pulsa Registrar diferencias.',
      ],
      'Puedes seguir vendiendo mientras cuentas. A ciegas, quien cuenta no ve lo que se espera.',
    ],
    picture: 'recuento',
  },
  {
    id: 'varios-almacenes',
    question: '¿Puedo llevar varios almacenes?',
    text: [
      'Sí. Un administrador los añade en Configuración, Almacenes. Con dos o más, los ajustes, las entradas y los ' +
        'productos muestran el almacén, y en Inventario puedes traspasar unidades de uno a otro.',
    ],
  },
  {
    id: 'reservado-y-disponible',
    question: '¿Qué diferencia hay entre stock, reservado y disponible?',
    text: [
      'Stock es lo que hay en los estantes. Reservado es lo que ya piden los pedidos pendientes o en proceso. ' +
        'Disponible es la resta: lo que aún puedes vender.',
    ],
  },
  {
    id: 'valor-del-inventario',
    question: '¿Cuánto valía mi inventario a 31 de diciembre?',
    text: [
      [
        'En Inventario, abre la pestaña En una fecha y elige el día.',
        'Elige Precio medio o FIFO: el valor sale de los movimientos, también el de un día pasado.',
        'Con Descargar lo tienes en PDF o en Excel, y con Comparar con ves qué entró, qué salió y qué se perdió.',
      ],
      'Cerrar ejercicio guarda las cifras de ese día para siempre. Si después se corrige algo de antes, el cierre ' +
        'sigue igual y al lado se ve en cuánto cambia.',
    ],
  },
  {
    id: 'coste-de-una-compra',
    question: '¿Qué coste tiene lo que compro, con portes e impuestos?',
    text: [
      'El de sus líneas más su parte de los costes añadidos (portes, aduana), repartidos al céntimo, también si la ' +
        'factura llega después. El IVA no es coste; si no lo recuperas, dilo en Configuración, Negocio, y escribe ' +
        'los costes con él.',
    ],
  },
  {
    id: 'stock-negativo',
    question: '¿Puede quedar el stock por debajo de cero?',
    text: [
      'No. Si quitas más de lo que hay, se quitan las unidades disponibles y el formulario te lo dice antes de ' +
        'guardar. Los pedidos que piden más de lo que queda se aceptan y muestran lo que falta.',
    ],
  },
  {
    id: 'comprobar-movimientos',
    question: '¿Cómo sé que las cifras del stock son correctas?',
    text: [
      'En Configuración, Comprobación de movimientos, un administrador puede recalcular todo el stock desde el ' +
        'primer movimiento. Si alguien hubiera tocado uno en la base de datos, se nombraría.',
    ],
  },
];
