import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { errorText } from '@/lib/api-error';
import { cn } from '@/lib/cn';
import { useCan } from '@/lib/permissions';
import { Skeleton } from '@/ui/feedback/skeleton';
import { EmptyState, ErrorBanner, LoadingRegion } from '@/ui/feedback/states';
import { ButtonLink } from '@/ui/form/button-link';
import { Ago } from '@/ui/layout/ago';
import { Card, CardHeader } from '@/ui/layout/card';
import { type Ticket, ticketQuery, ticketsQuery, useOpenTicket } from './api';
import { Composer } from './composer';
import { PresenceLine } from './presence';
import { SupportFrame } from './support-frame';
import { Thread } from './thread';
import { TicketMark } from './ticket-status';
import { listStrings, chatStrings as s, threadStrings } from './ticket-strings';

const route = getRouteApi('/_app/soporte_/chat');

/** The same threads as the tickets, written in turns: one's own, or those of everybody who waits. */
export function ChatPage() {
  const attends = useCan('tickets.attend');
  return <SupportFrame title={s.title}>{attends ? <Desk /> : <OwnChat />}</SupportFrame>;
}

const shownMax = 50;

/** Nobody is asked for a form in a chat. */
const plain = { category: 'question', priority: 'normal' } as const;

/** The chat of a user who asks: the one that goes on, or an empty one. */
function OwnChat() {
  const { data, error, refetch } = useQuery(ticketsQuery({ mine: true, active: true, limit: shownMax }));
  const open = useOpenTicket();
  const current = data?.results.find((ticket) => ticket.isChat);
  return (
    <Card aria-labelledby="chat" className="mx-auto max-w-3xl">
      <CardHeader
        id="chat"
        title={current?.subject ?? s.title}
        description={<PresenceLine />}
        action={<AllTickets />}
      />
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {current ? (
        <Conversation id={current.id} />
      ) : data ? (
        <>
          <p className="border-t border-line p-4 text-ink-2">{s.start}</p>
          <Composer
            conversation="new"
            onSend={(message, once) => open.mutateAsync({ ticket: { ...plain, message, isChat: true }, once })}
          />
        </>
      ) : (
        <Loading />
      )}
    </Card>
  );
}

/** The desk of an agent: who waits on the left, the chosen thread on the right. */
function Desk() {
  const { ticket: chosen } = route.useSearch();
  const { data, error, refetch } = useQuery(ticketsQuery({ active: true, limit: shownMax }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <Card aria-labelledby="chat-list">
        <CardHeader id="chat-list" title={s.conversations} description={<PresenceLine />} />
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
        {data ? <Conversations tickets={data.results} chosen={chosen} /> : error ? null : <Loading />}
      </Card>
      <Card aria-label={threadStrings.log}>
        {chosen === undefined ? (
          <EmptyState icon={MessagesSquare} title={threadStrings.log} text={s.choose} />
        ) : (
          <Chosen id={chosen} />
        )}
      </Card>
    </div>
  );
}

function Conversations({ tickets, chosen }: { tickets: Ticket[]; chosen: number | undefined }) {
  if (tickets.length === 0) {
    return <EmptyState icon={MessagesSquare} title={s.noneTitle} text={s.noneText} className="py-10" />;
  }
  return (
    <ul className="max-h-[60dvh] ruled overflow-y-auto border-t border-line">
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <Link
            to="/soporte/chat"
            search={{ ticket: ticket.id }}
            resetScroll={false}
            aria-current={ticket.id === chosen ? 'true' : undefined}
            className="block px-4 py-3 -outline-offset-2 hover:bg-canvas aria-[current=true]:bg-accent-soft"
          >
            <span className="flex items-center justify-between gap-2">
              <span className={cn('truncate', ticket.unread ? 'font-semibold' : 'font-medium')}>{ticket.user}</span>
              <TicketMark ticket={ticket} />
            </span>
            <span className="block truncate text-sm text-ink-2">{ticket.subject}</span>
            <span className="block text-xs text-ink-3">
              {ticket.waiting ? `${listStrings.waiting} · ` : ''}
              <Ago at={ticket.updatedAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Chosen({ id }: { id: number }) {
  const { data } = useQuery(ticketQuery(id));
  return (
    <>
      <CardHeader
        title={data?.subject ?? threadStrings.log}
        description={data ? data.user : null}
        action={
          <ButtonLink size="sm" to="/soporte/tickets/$id" params={{ id: String(id) }}>
            {s.asTicket}
          </ButtonLink>
        }
      />
      <Conversation id={id} />
    </>
  );
}

/** A thread, once it is there. */
function Conversation({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(ticketQuery(id));
  return (
    <>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {data ? <Thread key={id} ticket={data} /> : error ? null : <Loading />}
    </>
  );
}

function AllTickets() {
  return (
    <ButtonLink size="sm" to="/soporte/tickets">
      {s.all}
    </ButtonLink>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="px-4 pb-4">
      <ErrorBanner title={s.failed} text={errorText(error)} onRetry={onRetry} />
    </div>
  );
}

function Loading() {
  return (
    <LoadingRegion label={s.loading} className="stack-3 border-t border-line p-4">
      <Skeleton className="w-2/5" />
      <Skeleton className="h-28.5 w-full" />
    </LoadingRegion>
  );
}
