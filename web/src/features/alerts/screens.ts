import { BellRing } from 'lucide-react';
import type { Screen } from '@/lib/screen';

export const screens: Screen[] = [
  {
    path: '/alertas-stock',
    label: 'Alertas de Stock',
    menu: { group: 'stock', icon: BellRing, letter: 'A', shortLabel: 'Alertas', phone: 4 },
    topics: { alerts: { reaches: ['audit'], keptOffline: true } },
  },
  { path: '/alertas-stock/$id', label: 'Detalles de la alerta', under: '/alertas-stock' },
];
