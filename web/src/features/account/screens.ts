import type { Screen } from '@/lib/screen';

export const screens: Screen[] = [{ path: '/profile', label: 'Mi Perfil', under: '/configuracion' }];
