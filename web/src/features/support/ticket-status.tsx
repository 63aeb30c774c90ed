import { Badge } from '@/ui/feedback/badge';
import type { Ticket } from './api';
import { listStrings, priorityNames, statusLook } from './ticket-strings';

export function TicketStatusBadge({ ticket }: { ticket: Pick<Ticket, 'status'> }) {
  const { label, tone } = statusLook[ticket.status];
  return <Badge tone={tone}>{label}</Badge>;
}

/** Only what presses gets a colour. */
export function TicketPriorityText({ ticket: { priority } }: { ticket: Pick<Ticket, 'priority'> }) {
  if (priority === 'urgent') return <Badge tone="out">{priorityNames.urgent}</Badge>;
  if (priority === 'high') return <Badge tone="crit">{priorityNames.high}</Badge>;
  return <span className="text-ink-2">{priorityNames[priority]}</span>;
}

/** What waits for the person who looks. */
export function TicketMark({ ticket: { unread } }: { ticket: Pick<Ticket, 'unread'> }) {
  return unread ? <Badge tone="info">{listStrings.unread}</Badge> : null;
}
