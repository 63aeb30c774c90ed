import { Settings } from 'lucide-react';
import type { Screen } from '@/lib/screen';

export const screens: Screen[] = [
  {
    path: '/configuracion',
    label: 'Configuración',
    menu: { group: 'foot', icon: Settings, letter: 'C' },
    topics: {
      settings: { reaches: ['business', 'audit'] },
      business: { keptOffline: true },
      users: { reaches: ['audit'] },
      locations: { reaches: ['stock', 'audit'], keptOffline: true },
      subscriptions: { reaches: ['audit'] },
      backups: { reaches: ['audit'] },
    },
  },
];
