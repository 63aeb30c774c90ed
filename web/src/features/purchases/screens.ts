import { linkOptions } from '@tanstack/react-router';
import { ShoppingCart } from 'lucide-react';
import type { Screen } from '@/lib/screen';

export const screens: Screen[] = [
  {
    path: '/compras',
    label: 'Compras',
    menu: { group: 'stock', icon: ShoppingCart, letter: 'B' },
    topics: { purchases: { reaches: ['products', 'suppliers', 'forecasts', 'audit'], keptOffline: true } },
    commands: [
      {
        label: 'Nueva compra',
        icon: ShoppingCart,
        permission: 'purchases.edit',
        link: linkOptions({ to: '/compras', search: { nueva: 'si' } }),
      },
    ],
  },
  { path: '/compras/pendiente', label: 'En camino', under: '/compras' },
  { path: '/compras/$id', label: 'Detalles de la compra', under: '/compras' },
  { path: '/compras/$id/recibir', label: 'Recibir', under: '/compras' },
];
