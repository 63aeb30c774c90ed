import type { Screen } from '@/lib/screen';

export const screens: Screen[] = [
  {
    path: '/pedidos/entregas',
    label: 'Entregas de las tiendas',
    under: '/pedidos',
    topics: {
      channels: { reaches: ['audit'] },
      // A channel counts its deliveries.
      deliveries: { reaches: ['channels'] },
    },
  },
  { path: '/pedidos/entregas/$id', label: 'Detalles de la entrega', under: '/pedidos/entregas' },
];
