import { linkOptions } from '@tanstack/react-router';
import { Factory } from 'lucide-react';
import type { Screen } from '@/lib/screen';

export const screens: Screen[] = [
  {
    path: '/proveedores',
    label: 'Proveedores',
    under: '/compras',
    topics: { suppliers: { reaches: ['forecasts', 'audit'], keptOffline: true } },
    commands: [
      {
        label: 'Nuevo proveedor',
        icon: Factory,
        permission: 'purchases.edit',
        link: linkOptions({ to: '/proveedores', search: { nuevo: 'si' } }),
      },
    ],
  },
  { path: '/proveedores/$id', label: 'Ficha del proveedor', under: '/proveedores' },
];
