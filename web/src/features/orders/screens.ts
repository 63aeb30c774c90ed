import { linkOptions } from '@tanstack/react-router';
import { Truck } from 'lucide-react';
import type { Screen } from '@/lib/screen';

export const screens: Screen[] = [
  {
    path: '/pedidos',
    label: 'Pedidos',
    title: 'Pedidos Enviados',
    menu: { group: 'main', icon: Truck, letter: 'O' },
    topics: { orders: { reaches: ['audit'], keptOffline: true } },
    commands: [
      {
        label: 'Nuevo Pedido',
        icon: Truck,
        permission: 'orders.edit',
        link: linkOptions({ to: '/pedidos', search: { nuevo: 'si' } }),
      },
    ],
  },
  { path: '/pedidos/$id', label: 'Detalles del pedido', under: '/pedidos' },
];
