/** Where the pictures lie; `make screenshots` takes them from the demo shop. */
const sources = import.meta.glob<string>('./pictures/*.webp', {
  eager: true,
  import: 'default',
  query: '?url',
});

/** What each picture shows, for those who do not see it. */
const alts = {
  productos: 'La lista de productos, con su buscador, sus filtros y el nivel de stock de cada uno.',
  'producto-nuevo': 'El formulario de un producto nuevo.',
  importar: 'La pantalla para importar productos, con sus cuatro pasos.',
  'ajustar-stock': 'El formulario para ajustar el stock, con el stock de ahora y el de después.',
  entradas: 'Las entradas de stock, con su resumen y su lista.',
  movimientos: 'Los movimientos de stock, con sus filtros.',
  recuento: 'Un recuento abierto, con lo esperado y lo contado de cada producto.',
  pedidos: 'La lista de pedidos, con sus cifras y sus filtros.',
  pedido: 'La página de un pedido, con sus artículos y su historial.',
  integraciones: 'Las integraciones en Configuración: tiendas conectadas y webhooks de salida.',
  prevision: 'La previsión de un producto, con sus ventas por semana y cómo se ha calculado.',
  alertas: 'La lista de alertas, con cuántas hay de cada nivel.',
  notificaciones: 'Las preferencias de notificaciones, nivel por nivel.',
  paleta: 'La paleta de comandos, con productos, pantallas y acciones.',
  chat: 'El chat en vivo, con una conversación abierta.',
};

export type PictureName = keyof typeof alts;

/** All are of one size. */
const size = { width: 1000, height: 625 };

export const pictures = Object.fromEntries(
  Object.entries(alts).map(([name, alt]) => [name, { src: sources[`./pictures/${name}.webp`] ?? '', alt, ...size }]),
) as Record<PictureName, { src: string; alt: string; width: number; height: number }>;
