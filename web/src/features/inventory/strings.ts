export const strings = {
  title: 'Inventario',
  subtitle: 'Las existencias y los movimientos de stock',
  emptyTitle: 'No hay movimientos de stock',
  emptyText: 'Todavía no ha entrado ni salido ninguna unidad.',
};
