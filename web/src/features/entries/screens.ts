import { PackagePlus } from 'lucide-react';
import type { Screen } from '@/lib/screen';

export const screens: Screen[] = [
  {
    path: '/entrada-stock',
    label: 'Entrada de Stock',
    menu: { group: 'stock', icon: PackagePlus, letter: 'E', shortLabel: 'Entrada', phone: 3 },
    topics: { entries: { reaches: ['audit'], keptOffline: true } },
  },
];
