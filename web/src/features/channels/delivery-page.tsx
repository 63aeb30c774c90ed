import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Inbox, RotateCcw } from 'lucide-react';
import { ApiError, errorText } from '@/lib/api-error';
import { formatDateTime } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { Button } from '@/ui/button';
import { ButtonLink } from '@/ui/button-link';
import { Card } from '@/ui/card';
import { FailedPage, NotFoundPage } from '@/ui/missing-page';
import { PageHeader } from '@/ui/page-header';
import { Skeleton } from '@/ui/skeleton';
import { LoadingRegion } from '@/ui/states';
import { showToast } from '@/ui/toast';
import { type DeliveryDetail, deliveryQuery, useReprocess } from './api';
import { DeliveryContent } from './delivery-content';
import { DeliveryFacts } from './delivery-facts';
import { DeliveryStateBadge } from './delivery-state';
import { deliveryStrings as s } from './delivery-strings';
import { UnknownSkus } from './unknown-skus';

const route = getRouteApi('/_app/pedidos_/entregas_/$id');

/** One delivery as it arrived, what came of it, and the ways to make more of it. */
export function DeliveryPage() {
  const { id } = route.useParams();
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  const { data, error, refetch } = useQuery({ ...deliveryQuery(number), enabled: number > 0 });
  if (number === 0 || (error instanceof ApiError && error.status === 404)) return <NotFound />;
  if (data) return <Loaded delivery={data} />;
  return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />;
}

function Loaded({ delivery }: { delivery: DeliveryDetail }) {
  return (
    <>
      <PageHeader
        title={s.detailTitle(delivery.id)}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <DeliveryStateBadge state={delivery.state} />
            <time dateTime={delivery.receivedAt}>{formatDateTime(delivery.receivedAt)}</time>
            <span className="wrap-anywhere">{delivery.channel}</span>
          </span>
        }
        actions={
          <>
            <ButtonLink to="/pedidos/entregas" className="max-sm:flex-1">
              {s.back}
            </ButtonLink>
            <ReprocessButton delivery={delivery} />
          </>
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-5">
          <Card className="p-4">
            <p aria-live="polite" className="font-medium wrap-anywhere">
              {delivery.verdict}
            </p>
          </Card>
          <UnknownSkus delivery={delivery} />
          <DeliveryContent delivery={delivery} />
        </div>
        <DeliveryFacts delivery={delivery} />
      </div>
    </>
  );
}

function ReprocessButton({ delivery: { id, repeatable } }: { delivery: DeliveryDetail }) {
  const canHandle = useCan('deliveries.handle');
  const reprocess = useReprocess();
  if (!canHandle || !repeatable) return null;
  return (
    <Button
      variant="primary"
      className="max-sm:flex-1"
      busy={reprocess.isPending}
      busyLabel={s.reprocessing}
      onClick={() =>
        reprocess.mutate(id, {
          onSuccess: () => showToast({ title: s.reprocessQueued }),
          onError: (error) =>
            showToast({ type: 'error', title: s.reprocessFailed, description: errorText(error) }),
        })
      }
    >
      <RotateCcw aria-hidden />
      {s.reprocess}
    </Button>
  );
}

function NotFound() {
  return (
    <NotFoundPage screen={s.screen} icon={Inbox} title={s.notFoundTitle} text={s.notFoundText}>
      <ButtonLink to="/pedidos/entregas">{s.back}</ButtonLink>
    </NotFoundPage>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <FailedPage screen={s.screen} title={s.detailFailed} error={error} onRetry={onRetry}>
      <ButtonLink to="/pedidos/entregas">{s.back}</ButtonLink>
    </FailedPage>
  );
}

function Loading() {
  return (
    <LoadingRegion label={s.detailLoading} className="space-y-5">
      <Skeleton className="h-6 w-56 max-w-full" />
      <Card className="space-y-4 p-4">
        <Skeleton className="w-2/5" />
        <Skeleton className="h-24 w-full" />
      </Card>
    </LoadingRegion>
  );
}
