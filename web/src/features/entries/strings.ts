export const strings = {
  title: 'Entrada de Stock',
  subtitle: 'La mercancía que ha entrado, con su origen y su coste',
  emptyTitle: 'No hay entradas',
  emptyText: 'Todavía no se ha registrado ninguna entrada de mercancía.',
};
