import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { BellOff } from 'lucide-react';
import type { Alert } from '@/features/stock/alert-level';
import { ApiError, errorText } from '@/lib/api-error';
import { formatTime } from '@/lib/format';
import { ButtonLink } from '@/ui/button-link';
import { Card } from '@/ui/card';
import { FailedPage, NotFoundPage } from '@/ui/missing-page';
import { Skeleton } from '@/ui/skeleton';
import { ErrorBanner, LoadingRegion } from '@/ui/states';
import { AlertDialogs } from './alert-dialogs';
import { AlertHeader } from './alert-header';
import { alertQuery } from './api';
import { NotesCard } from './notes-card';
import { SituationCard } from './situation-card';
import { StoryCard } from './story-card';
import { detailStrings as s } from './strings';

const route = getRouteApi('/_app/alertas-stock_/$id');

/** Everything known about one alert, at an address of its own. */
export function AlertPage() {
  const { id } = route.useParams();
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  const { data, dataUpdatedAt, error, refetch } = useQuery({ ...alertQuery(number), enabled: number > 0 });
  if (number === 0 || (error instanceof ApiError && error.status === 404)) return <NotFound />;
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />;
  return (
    <AlertDialogs>
      {error ? (
        <div className="mb-4">
          <ErrorBanner
            title={s.failed}
            text={s.stale(errorText(error), formatTime(dataUpdatedAt))}
            onRetry={() => void refetch()}
          />
        </div>
      ) : null}
      <Loaded alert={data} />
    </AlertDialogs>
  );
}

function Loaded({ alert }: { alert: Alert }) {
  return (
    <>
      <AlertHeader alert={alert} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-5">
          <SituationCard alert={alert} />
          <NotesCard alert={alert} />
        </div>
        <StoryCard alert={alert} />
      </div>
    </>
  );
}

function NotFound() {
  return (
    <NotFoundPage screen={s.screen} icon={BellOff} title={s.notFoundTitle} text={s.notFoundText}>
      <ButtonLink to="/alertas-stock">{s.back}</ButtonLink>
    </NotFoundPage>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <FailedPage screen={s.screen} title={s.failed} error={error} onRetry={onRetry}>
      <ButtonLink to="/alertas-stock">{s.back}</ButtonLink>
    </FailedPage>
  );
}

function Loading() {
  return (
    <LoadingRegion label={s.loading} className="space-y-5">
      <div className="space-y-3">
        <Skeleton className="h-6 w-72 max-w-full" />
        <Skeleton className="w-40" />
      </div>
      <Card className="space-y-4 p-4">
        <Skeleton className="w-2/5" />
        <Skeleton className="h-24 w-full" />
      </Card>
    </LoadingRegion>
  );
}
