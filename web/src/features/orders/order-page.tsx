import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PackageSearch } from 'lucide-react';
import { ApiError, errorText } from '@/lib/api-error';
import { formatTime } from '@/lib/format';
import { ButtonLink } from '@/ui/button-link';
import { Card } from '@/ui/card';
import { FailedPage, NotFoundPage } from '@/ui/missing-page';
import { Skeleton } from '@/ui/skeleton';
import { ErrorBanner, LoadingRegion, Notice } from '@/ui/states';
import { type OrderDetail, orderQuery } from './api';
import { detailStrings as s } from './detail-strings';
import { EffectsCard } from './effects-card';
import { ItemsCard } from './items-card';
import { OrderFacts } from './order-facts';
import { OrderHeader } from './order-header';
import { TimelineCard } from './timeline-card';

const route = getRouteApi('/_app/pedidos_/$id');

/** Everything known about one order, at an address of its own. */
export function OrderPage() {
  const { id } = route.useParams();
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  const { data, dataUpdatedAt, error, refetch } = useQuery({ ...orderQuery(number), enabled: number > 0 });
  if (number === 0 || (error instanceof ApiError && error.status === 404)) return <NotFound />;
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />;
  return (
    <>
      {error ? (
        <div className="mb-4">
          <ErrorBanner
            title={s.failed}
            text={s.stale(errorText(error), formatTime(dataUpdatedAt))}
            onRetry={() => void refetch()}
          />
        </div>
      ) : null}
      <Loaded order={data} />
    </>
  );
}

function Loaded({ order }: { order: OrderDetail }) {
  return (
    <>
      {/* Another order is another story: nothing said about one stays for the next. */}
      <OrderHeader key={order.id} order={order} />
      <Warnings order={order} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-5">
          <ItemsCard order={order} />
          <EffectsCard order={order} />
          <TimelineCard events={order.timeline} />
        </div>
        <OrderFacts order={order} />
      </div>
    </>
  );
}

/** What keeps the order from going out as it stands. */
function Warnings({ order: { shortage, unmatched } }: { order: OrderDetail }) {
  return (
    <>
      {shortage > 0 ? (
        <Notice tone="low" title={s.shortageTitle(shortage)} className="mb-5">
          {s.shortageText}
        </Notice>
      ) : null}
      {unmatched > 0 ? (
        <Notice tone="low" title={s.unmatchedTitle(unmatched)} className="mb-5">
          {s.unmatchedText}
        </Notice>
      ) : null}
    </>
  );
}

function NotFound() {
  return (
    <NotFoundPage screen={s.screen} icon={PackageSearch} title={s.notFoundTitle} text={s.notFoundText}>
      <ButtonLink to="/pedidos">{s.back}</ButtonLink>
    </NotFoundPage>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <FailedPage screen={s.screen} title={s.failed} error={error} onRetry={onRetry}>
      <ButtonLink to="/pedidos">{s.back}</ButtonLink>
    </FailedPage>
  );
}

function Loading() {
  return (
    <LoadingRegion label={s.loading} className="space-y-5">
      <div className="space-y-3">
        <Skeleton className="h-6 w-56 max-w-full" />
        <Skeleton className="w-40" />
      </div>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Card className="space-y-4 p-4">
          <Skeleton className="w-2/5" />
          <Skeleton className="h-24 w-full" />
        </Card>
        <Card className="space-y-4 p-4">
          <Skeleton className="w-3/5" />
          <Skeleton className="w-2/5" />
          <Skeleton className="w-1/2" />
        </Card>
      </div>
    </LoadingRegion>
  );
}
