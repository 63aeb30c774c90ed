export const strings = {
  title: 'Previsión de Stock',
  subtitle: 'Cuánto se venderá y cuándo se agotará cada producto',
  emptyTitle: 'No hay productos',
  emptyText: 'La previsión parte de las ventas de cada producto, y todavía no hay ninguno.',
};
