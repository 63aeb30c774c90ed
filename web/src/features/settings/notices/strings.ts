import { formatDateTime } from '@/lib/format';

export const noticeStrings = {
  leaveBody: 'Los cambios de tus notificaciones no se han guardado y se perderán.',
  title: 'Avisos de alertas',
  hint:
    'Cómo te enteras de que un producto se acaba o una compra se retrasa. ' +
    'Son tus avisos: los demás eligen los suyos.',
  loading: 'Cargando tus avisos…',
  loadFailed: 'No se pudieron cargar tus avisos',
  level: 'Nivel',
  bell: 'Campana',
  bellOf: (level: string) => `Campana: ${level}`,
  email: 'Correo',
  emailOf: (level: string) => `Correo: ${level}`,
  levels: { out_of_stock: 'Sin Stock', critical: 'Crítica', low: 'Baja', late: 'Compra retrasada' },
  levelHints: {
    out_of_stock: 'No queda ninguna unidad',
    critical: 'En el mínimo, o se acaba pronto',
    low: 'Se acabará dentro de tus días de alerta',
    late: 'Debería haber llegado y falta por recibir',
  },
  modes: { none: 'Nunca', now: 'Al momento', daily: 'Resumen diario' },
  noMail: 'Este servidor todavía no envía correos',
  noMailText:
    'Un administrador tiene que poner un servidor en Configuración, Correo. Lo que elijas se guarda y empezará a ' +
    'llegarte entonces.',

  mailTitle: 'Correos',
  mailHint: (address: string) => `Llegan a ${address}. Los que siguen a otro en menos de cinco minutos van juntos.`,
  digestTime: 'Hora del resumen diario',
  digestTimeHint: 'Un solo correo al día, con lo que haya pasado desde el anterior.',
  nextDigest: (at: string) => `El próximo, el ${formatDateTime(at)}.`,
  quiet: 'Horas de silencio',
  quietHint: 'Los correos al momento esperan a que terminen. El resumen diario llega a su hora.',
  quietFrom: 'Desde',
  quietTo: 'Hasta',
  categories: 'Categorías',
  allCategories: 'De todas las categorías',
  someCategories: 'Solo de algunas',
  allShort: 'De todas',
  someShort: 'De algunas',
  noCategory: 'Sin categoría',
  categoriesFailed: 'No se pudieron cargar las categorías',
};
