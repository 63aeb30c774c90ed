import { linkOptions } from '@tanstack/react-router';
import { Boxes, Plus } from 'lucide-react';
import type { Screen } from '@/lib/screen';

export const screens: Screen[] = [
  {
    path: '/productos',
    label: 'Productos',
    menu: { group: 'main', icon: Boxes, letter: 'P', phone: 2 },
    topics: { products: { reaches: ['stock', 'forecasts', 'audit'], keptOffline: true } },
    commands: [
      {
        label: 'Nuevo Producto',
        icon: Plus,
        permission: 'products.edit',
        link: linkOptions({ to: '/productos', search: { nuevo: '' } }),
      },
    ],
  },
  { path: '/productos/$id', label: 'Detalles del producto', under: '/productos' },
];
