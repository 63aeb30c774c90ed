import { formatInteger } from '@/lib/format';

export const strings = {
  title: 'Notificaciones',
  unread: (count: number) => `Notificaciones, ${formatInteger(count)} sin leer`,
  manyUnread: '99+',
  markRead: (title: string) => `Marcar como leída: ${title}`,
  markAllRead: 'Marcar todas como leídas',
  markFailed: 'No se pudo marcar como leída',
  unreadMark: 'Sin leer.',
  loading: 'Cargando notificaciones…',
  emptyTitle: 'Sin notificaciones',
  emptyText: 'Cuando haya algo que debas saber, aparecerá aquí.',
  errorTitle: 'No se pudieron cargar las notificaciones',
};
