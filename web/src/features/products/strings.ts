export const strings = {
  title: 'Productos',
  subtitle: 'El catálogo de lo que vendes y guardas',
  emptyTitle: 'No hay productos',
  emptyText: 'El catálogo está vacío: todavía no se ha dado de alta ningún producto.',
};
