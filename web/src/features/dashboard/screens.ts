import { LayoutDashboard } from 'lucide-react';
import type { Screen } from '@/lib/screen';

export const screens: Screen[] = [
  {
    path: '/dashboard',
    label: 'Dashboard',
    menu: { group: 'main', icon: LayoutDashboard, letter: 'D', phone: 1 },
  },
];
