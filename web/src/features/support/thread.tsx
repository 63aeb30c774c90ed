import { useEffect, useRef } from 'react';
import { cn } from '@/lib/cn';
import { useUser } from '@/lib/session';
import { Ago } from '@/ui/layout/ago';
import { type TicketMessage, type TicketThread, useAnswerTicket } from './api';
import { Composer } from './composer';
import { threadStrings as s, statusLook } from './ticket-strings';
import { useReadMark } from './use-read-mark';

/** What was said about a ticket, and the box to go on. */
export function Thread({ ticket }: { ticket: TicketThread }) {
  const answer = useAnswerTicket(ticket.id);
  useReadMark(ticket);
  return (
    <>
      <Log messages={ticket.messages} />
      {ticket.status === 'closed' ? (
        <p className="border-t border-line p-4 text-ink-2">{s.closed}</p>
      ) : (
        <Composer
          key={ticket.id}
          conversation={String(ticket.id)}
          onSend={(message, once) => answer.mutateAsync({ message, once })}
        />
      )}
    </>
  );
}

/** How near to the end counts as looking at it. */
const nearPx = 80;

/** The messages, the newest at the foot. A user who reads at the end stays there as more arrive. */
function Log({ messages }: { messages: TicketMessage[] }) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const last = messages.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it moves when there is another last message.
  useEffect(() => {
    if (box.current && atEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [last]);
  return (
    <div
      ref={box}
      role="log"
      aria-label={s.log}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < nearPx;
      }}
      className="max-h-[60dvh] min-h-48 overflow-y-auto border-t border-line p-4 -outline-offset-2"
    >
      <ol className="flex flex-col gap-3">
        {messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
    </div>
  );
}

function Message({ message: { message, status, user, userId, createdAt } }: { message: TicketMessage }) {
  const own = useUser().idUser === userId;
  const time = <Ago at={createdAt} className="text-xs text-ink-3" />;
  if (status !== '') {
    return (
      <li className="self-center text-center text-sm text-ink-2">
        {s.became(own ? s.you : user, statusLook[status].label)} · {time}
      </li>
    );
  }
  return (
    <li className={cn('max-w-[85%] sm:max-w-[70%]', own ? 'self-end' : 'self-start')}>
      <p className={cn('flex flex-wrap items-baseline gap-x-2', own && 'justify-end')}>
        <span className="text-xs font-medium">{own ? s.you : user}</span>
        {time}
      </p>
      <p
        className={cn(
          'mt-1 rounded-lg px-3 py-2 whitespace-pre-line wrap-anywhere',
          own ? 'bg-accent-soft' : 'bg-surface-2',
        )}
      >
        {message}
      </p>
    </li>
  );
}
