import { LifeBuoy } from 'lucide-react';
import type { Screen } from '@/lib/screen';

export const screens: Screen[] = [
  {
    path: '/soporte',
    label: 'Soporte',
    menu: { group: 'foot', icon: LifeBuoy, letter: 'S' },
    topics: { tickets: { reaches: ['audit'] } },
  },
  { path: '/soporte/chat', label: 'Chat en vivo', under: '/soporte' },
  { path: '/soporte/tickets', label: 'Tickets de soporte', under: '/soporte' },
  { path: '/soporte/tickets/$id', label: 'Ticket de soporte', under: '/soporte/tickets' },
];
