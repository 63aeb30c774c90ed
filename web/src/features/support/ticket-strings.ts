import type { Tone } from '@/ui/feedback/tone';
import type { TicketCategory, TicketPriority, TicketStatus } from './api';

export const statusLook: Record<TicketStatus, { label: string; tone: Tone }> = {
  open: { label: 'Abierto', tone: 'low' },
  in_progress: { label: 'En curso', tone: 'info' },
  resolved: { label: 'Resuelto', tone: 'ok' },
  closed: { label: 'Cerrado', tone: 'mute' },
};

export const priorityNames: Record<TicketPriority, string> = {
  low: 'Baja',
  normal: 'Normal',
  high: 'Alta',
  urgent: 'Urgente',
};

export const categoryNames: Record<TicketCategory, string> = {
  question: 'Duda',
  problem: 'Algo no funciona',
  data: 'Corregir datos',
  account: 'Mi cuenta y permisos',
  idea: 'Sugerencia',
};

export const listStrings = {
  title: 'Tickets de soporte',
  list: 'Tickets',
  loading: 'Cargando tickets…',
  loadFailed: 'No se pudieron cargar los tickets',
  search: 'Buscar tickets',
  searchPlaceholder: 'Buscar por asunto o persona…',
  status: 'Estado',
  allStatuses: 'Todos los estados',
  emptyTitle: 'No hay tickets',
  emptyText: 'Cuando alguien pida ayuda, su ticket aparecerá aquí.',
  emptyOwnText: 'Si necesitas ayuda, abre uno: te responderemos aquí mismo.',
  noMatchTitle: 'Ningún ticket coincide con los filtros',
  noMatchText: 'Prueba con otra búsqueda o con otro estado.',
  columns: {
    subject: 'Asunto',
    author: 'Persona',
    status: 'Estado',
    priority: 'Prioridad',
    messages: 'Mensajes',
    updated: 'Última novedad',
  },
  unread: 'Sin leer',
  waiting: 'Espera respuesta',
};

export const newStrings = {
  title: 'Nuevo ticket',
  description: 'Te responderemos en este mismo sitio y te avisará la campana.',
  subject: 'Asunto',
  category: 'Categoría',
  priority: 'Prioridad',
  message: 'Mensaje',
  messageHint: 'Qué estabas haciendo, qué esperabas y qué ha pasado.',
  save: 'Enviar ticket',
  saving: 'Enviando…',
  failed: 'No se pudo enviar el ticket',
  sent: 'Ticket enviado',
  subjectMissing: 'Escribe un asunto',
  messageMissing: 'Escribe un mensaje',
};

export const threadStrings = {
  screen: 'Ticket de soporte',
  loading: 'Cargando la conversación…',
  failed: 'No se pudo cargar la conversación',
  stale: (reason: string, time: string) => `${reason} Lo que ves es de las ${time}.`,
  notFoundTitle: 'Este ticket no existe',
  notFoundText: 'Puede que la dirección esté mal escrita o que el ticket sea de otra persona.',
  back: 'Volver a los tickets',
  log: 'Conversación',
  you: 'Tú',
  became: (who: string, status: string) => `${status} · ${who}`,
  number: (id: number) => `Ticket n.º ${id}`,
  details: 'Detalles',
  author: 'Lo ha abierto',
  created: 'Abierto el',
  updated: 'Última novedad',
  origin: 'Origen',
  fromChat: 'Chat en vivo',
  fromForm: 'Ticket',
  close: 'Cerrar ticket',
  closeTitle: (subject: string) => `¿Cerrar «${subject}»?`,
  closeBody: 'Ya no se podrá escribir en él. Si lo necesitas, podrás abrir otro.',
  closing: 'Cerrando…',
  changeFailed: 'No se pudo cambiar el ticket',
  closed: 'Este ticket está cerrado.',
};

export const composerStrings = {
  label: 'Tu mensaje',
  placeholder: 'Escribe un mensaje…',
  send: 'Enviar',
  sending: 'Enviando…',
  hint: 'Enter envía; Mayús + Enter, línea nueva.',
  offline: 'Sin conexión: lo que escribas se queda aquí hasta que puedas enviarlo.',
  failed: 'No se ha enviado. Tu texto sigue aquí: vuelve a intentarlo.',
};

export const chatStrings = {
  title: 'Chat en vivo',
  conversations: 'Conversaciones abiertas',
  noneTitle: 'No hay conversaciones abiertas',
  noneText: 'Cuando alguien escriba, aparecerá aquí y sonará la campana.',
  choose: 'Elige una conversación para leerla y responder.',
  start: 'Escribe tu primera pregunta. Queda guardada como un ticket, así que no se pierde si sales.',
  loading: 'Cargando las conversaciones…',
  failed: 'No se pudieron cargar las conversaciones',
  all: 'Ver todos los tickets',
  asTicket: 'Abrir como ticket',
};
