import { Link } from '@tanstack/react-router';
import { cn } from '@/lib/cn';
import { formatInteger } from '@/lib/format';
import { Ago } from '@/ui/layout/ago';
import { rowLinkClass, type TableColumn } from '@/ui/list/data-table';
import type { Ticket } from './api';
import { TicketMark, TicketPriorityText, TicketStatusBadge } from './ticket-status';
import { categoryNames, listStrings as s } from './ticket-strings';

export const ticketColumns: TableColumn<Ticket>[] = [
  { id: 'subject', header: s.columns.subject, cell: (row) => <Subject ticket={row} /> },
  {
    id: 'author',
    header: s.columns.author,
    cell: (row) => <span className="block truncate">{row.user}</span>,
    width: 'w-48',
  },
  {
    id: 'status',
    header: s.columns.status,
    cell: (row) => <TicketStatusBadge ticket={row} />,
    width: 'w-28',
  },
  {
    id: 'priority',
    header: s.columns.priority,
    cell: (row) => <TicketPriorityText ticket={row} />,
    width: 'w-28',
  },
  {
    id: 'messages',
    header: s.columns.messages,
    cell: (row) => formatInteger(row.messageCount),
    width: 'w-24',
    align: 'right',
  },
  {
    id: 'updated',
    header: s.columns.updated,
    cell: (row) => <Updated ticket={row} />,
    width: 'w-36',
  },
];

/** The same ticket on a phone. */
export function TicketCard({ ticket }: { ticket: Ticket }) {
  return (
    <div className="stack-2">
      <Subject ticket={ticket} />
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <TicketStatusBadge ticket={ticket} />
        <TicketPriorityText ticket={ticket} />
      </div>
      <div className="flex justify-between gap-3 text-xs text-ink-3">
        <span className="truncate">{ticket.user}</span>
        <Updated ticket={ticket} />
      </div>
    </div>
  );
}

function Subject({ ticket }: { ticket: Ticket }) {
  const { id, subject, unread, category } = ticket;
  return (
    <span className="block min-w-0 leading-tight">
      <span className="flex min-w-0 items-center gap-2">
        <Link
          to="/soporte/tickets/$id"
          params={{ id: String(id) }}
          title={subject}
          className={cn(
            'rounded-sm hover:text-accent hover:underline max-sm:line-clamp-2 sm:truncate',
            unread ? 'font-semibold' : 'font-medium',
            rowLinkClass,
          )}
        >
          {subject}
        </Link>
        <TicketMark ticket={ticket} />
      </span>
      <span className="block truncate text-xs text-ink-3">{categoryNames[category]}</span>
    </span>
  );
}

function Updated({ ticket: { updatedAt } }: { ticket: Ticket }) {
  return (
    // A long name beside it gives way.
    <Ago at={updatedAt} className="block shrink-0 truncate text-ink-2" />
  );
}
