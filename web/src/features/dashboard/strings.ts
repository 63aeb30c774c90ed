export const strings = {
  title: 'Dashboard',
  subtitle: 'Vista general de tu sistema de inventario',
  emptyTitle: 'Todavía no hay nada que resumir',
  emptyText: 'No se ha registrado ningún producto, pedido ni movimiento de stock.',
};
