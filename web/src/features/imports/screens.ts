import { linkOptions } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import type { Screen } from '@/lib/screen';

export const screens: Screen[] = [
  {
    path: '/productos/importar',
    label: 'Importar',
    under: '/productos',
    topics: { imports: { reaches: ['audit'] } },
    commands: [
      {
        label: 'Importar productos',
        icon: FileUp,
        permission: 'files.import',
        link: linkOptions({ to: '/productos/importar' }),
      },
    ],
  },
  { path: '/productos/importar/$id', label: 'Archivo', under: '/productos/importar' },
  {
    path: '/pedidos/importar',
    label: 'Importar',
    under: '/pedidos',
    commands: [
      {
        label: 'Importar pedidos',
        icon: FileUp,
        permission: 'files.import',
        link: linkOptions({ to: '/pedidos/importar' }),
      },
    ],
  },
  { path: '/pedidos/importar/$id', label: 'Archivo', under: '/pedidos/importar' },
  {
    path: '/compras/importar',
    label: 'Importar',
    under: '/compras',
    commands: [
      {
        label: 'Importar compra',
        icon: FileUp,
        permission: 'files.import',
        link: linkOptions({ to: '/compras/importar' }),
      },
    ],
  },
  { path: '/compras/importar/$id', label: 'Archivo', under: '/compras/importar' },
  { path: '/proveedores/importar', label: 'Importar tarifa', under: '/proveedores' },
  { path: '/proveedores/importar/$id', label: 'Archivo', under: '/proveedores/importar' },
];
