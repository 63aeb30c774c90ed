export const strings = {
  title: 'Pedidos Enviados',
  subtitle: 'Los pedidos de tus clientes y su estado',
  emptyTitle: 'No hay pedidos',
  emptyText: 'Todavía no se ha recibido ningún pedido.',
};
