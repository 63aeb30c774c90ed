import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorBanner, LoadingRegion } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { Card, CardHeader } from '@/ui/layout/card';
import { type OpenSession, sessionsQuery } from './api';
import { EndOtherSessionsDialog, EndSessionDialog } from './end-session-dialogs';
import { sessionStrings } from './profile-strings';
import { SessionRow } from './session-row';

const s = sessionStrings;

/** The session in use comes first, then the one used last. */
function inOrder(sessions: OpenSession[]): OpenSession[] {
  return sessions.toSorted((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt));
}

export function SessionsCard() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<OpenSession | 'others' | null>(null);
  const sessions = inOrder(data?.results ?? []);
  const others = sessions.filter((session) => !session.current);
  const card = useRef<HTMLElement>(null);
  const close = () => setEnding(null);

  // The button that opened the dialog has gone with its session, so the focus stays with the list.
  function finish() {
    close();
    card.current?.focus();
  }

  return (
    <Card ref={card} tabIndex={-1} aria-labelledby="sessions" className="outline-none">
      <CardHeader
        id="sessions"
        title={s.title}
        description={data && (others.length === 0 ? s.onlyThis : s.count(sessions.length))}
        action={others.length === 0 ? undefined : <Button onClick={() => setEnding('others')}>{s.endOthers}</Button>}
      />
      {error ? (
        <div className="px-4 pb-4">
          <ErrorBanner title={s.errorTitle} text={errorText(error)} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {data ? (
        <ul className="ruled border-t border-line">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </ul>
      ) : null}
      {!data && !error ? <SessionsLoading /> : null}
      <EndOtherSessionsDialog open={ending === 'others'} count={others.length} onClose={close} onEnded={finish} />
      <EndSessionDialog session={ending === 'others' ? null : ending} onClose={close} onEnded={finish} />
    </Card>
  );
}

function SessionsLoading() {
  return (
    <LoadingRegion label={s.loading} className="stack-4 px-4 pt-1 pb-5">
      <Skeleton className="w-1/3" />
      <Skeleton className="w-1/2" />
    </LoadingRegion>
  );
}
