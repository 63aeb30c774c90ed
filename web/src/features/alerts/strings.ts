export const strings = {
  title: 'Alertas de Stock',
  subtitle: 'Los productos que necesitan atención',
  emptyTitle: 'No hay alertas',
  emptyText: 'Ningún producto está agotado ni cerca de su mínimo.',
};
