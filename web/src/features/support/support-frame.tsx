import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LifeBuoy, type LucideIcon, MessagesSquare, NotebookText, Ticket } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/form/button';
import { PageHeader } from '@/ui/layout/page-header';
import { lazy } from '@/ui/overlay/lazy';
import { ticketSummaryQuery } from './api';
import { PresenceText } from './presence';
import { strings } from './strings';

const NewTicketDialog = lazy(() => import('./new-ticket-dialog'));

/** What the three ways of getting help have in common: the heading, «Contactar» and the way to the others. */
export function SupportFrame({ title = strings.title, children }: { title?: string; children: ReactNode }) {
  const [asking, setAsking] = useState(false);
  const { data: summary } = useQuery(ticketSummaryQuery);
  const unread = summary?.unread ?? 0;
  return (
    <>
      <PageHeader
        title={title}
        subtitle={strings.subtitle}
        actions={
          <Button variant="primary" className="max-sm:flex-1" onClick={() => setAsking(true)}>
            <LifeBuoy aria-hidden />
            {strings.contact}
          </Button>
        }
      />
      <nav aria-label={strings.ways} className="mb-5 grid gap-3 sm:grid-cols-3">
        <Way to="/soporte" icon={NotebookText} title={strings.faq} text={strings.faqText} />
        <Way to="/soporte/chat" icon={MessagesSquare} title={strings.chat} text={<PresenceText />} />
        <Way
          to="/soporte/tickets"
          icon={Ticket}
          title={strings.tickets}
          text={unread > 0 ? strings.unread(unread) : strings.ticketsText}
          marked={unread > 0}
        />
      </nav>
      {children}
      {asking ? (
        <Suspense>
          <NewTicketDialog onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

type WayProps = {
  to: '/soporte' | '/soporte/chat' | '/soporte/tickets';
  icon: LucideIcon;
  title: string;
  text: ReactNode;
  marked?: boolean;
};

function Way({ to, icon: Icon, title, text, marked = false }: WayProps) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: true, includeSearch: false }}
      className={cn(
        'flex min-h-16 items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 shadow-e1 hover:bg-canvas',
        'aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft',
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0 text-accent" strokeWidth={1.75} />
      <span className="min-w-0">
        <span className="block font-semibold">{title}</span>
        <span className={cn('block text-sm', marked ? 'font-medium text-accent' : 'text-ink-2')}>{text}</span>
      </span>
    </Link>
  );
}
