import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { TicketX } from 'lucide-react';
import { ApiError, errorText } from '@/lib/api-error';
import { formatTime } from '@/lib/format';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorBanner, LoadingRegion } from '@/ui/feedback/states';
import { ButtonLink } from '@/ui/form/button-link';
import { BackLink } from '@/ui/layout/back-link';
import { Card, CardHeader } from '@/ui/layout/card';
import { FailedPage, NotFoundPage } from '@/ui/layout/missing-page';
import { PageHeader } from '@/ui/layout/page-header';
import { type TicketThread, ticketQuery } from './api';
import { PresenceLine } from './presence';
import { Thread } from './thread';
import { TicketDetails } from './ticket-details';
import { threadStrings as s } from './ticket-strings';

const route = getRouteApi('/_app/soporte_/tickets_/$id');

/** One ticket with its whole conversation, at an address of its own. */
export function TicketPage() {
  const { id } = route.useParams();
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  const { data, dataUpdatedAt, error, refetch } = useQuery({ ...ticketQuery(number), enabled: number > 0 });
  const retry = () => void refetch();
  if (number === 0 || (error instanceof ApiError && error.status === 404)) return <NotFound />;
  if (!data) return error ? <Failed error={error} onRetry={retry} /> : <Loading />;
  return (
    <>
      {error ? (
        <div className="mb-4">
          <ErrorBanner title={s.failed} text={s.stale(errorText(error), formatTime(dataUpdatedAt))} onRetry={retry} />
        </div>
      ) : null}
      <Loaded ticket={data} />
    </>
  );
}

function Loaded({ ticket }: { ticket: TicketThread }) {
  return (
    <>
      <div className="mb-2">
        <BackLink to="/soporte/tickets">{s.back}</BackLink>
      </div>
      <PageHeader title={ticket.subject} subtitle={s.number(ticket.id)} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Card aria-labelledby="ticket-thread">
          <CardHeader id="ticket-thread" title={s.log} action={<PresenceLine />} />
          <Thread ticket={ticket} />
        </Card>
        <TicketDetails ticket={ticket} />
      </div>
    </>
  );
}

function NotFound() {
  return (
    <NotFoundPage screen={s.screen} icon={TicketX} title={s.notFoundTitle} text={s.notFoundText}>
      <ButtonLink to="/soporte/tickets">{s.back}</ButtonLink>
    </NotFoundPage>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <FailedPage screen={s.screen} title={s.failed} error={error} onRetry={onRetry}>
      <ButtonLink to="/soporte/tickets">{s.back}</ButtonLink>
    </FailedPage>
  );
}

function Loading() {
  return (
    <LoadingRegion label={s.loading} className="stack-5">
      <Skeleton className="h-6 w-72 max-w-full" />
      <Card className="stack-4 p-4">
        <Skeleton className="w-2/5" />
        <Skeleton className="h-40 w-full" />
      </Card>
    </LoadingRegion>
  );
}
