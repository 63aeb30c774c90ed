import { ChartNoAxesCombined } from 'lucide-react';
import type { Screen } from '@/lib/screen';

export const screens: Screen[] = [
  {
    path: '/prevision-stock',
    label: 'Previsión de Stock',
    menu: { group: 'stock', icon: ChartNoAxesCombined, letter: 'V' },
    topics: {
      forecasts: { keptOffline: true },
      forecastEvents: { reaches: ['forecasts', 'audit'], keptOffline: true },
    },
  },
];
