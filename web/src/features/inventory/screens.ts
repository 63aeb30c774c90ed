import { Warehouse } from 'lucide-react';
import type { Screen } from '@/lib/screen';

export const screens: Screen[] = [
  {
    path: '/inventario',
    label: 'Inventario',
    menu: { group: 'main', icon: Warehouse, letter: 'I' },
    topics: {
      stock: { reaches: ['products', 'locations', 'forecasts', 'audit'], keptOffline: true },
      transfers: { reaches: ['audit'] },
      stocktakes: { reaches: ['audit'] },
      closings: { reaches: ['audit'] },
    },
  },
];
