import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { PackageSearch } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { productQuery } from '@/features/stock/api';
import { ApiError, errorText } from '@/lib/api-error';
import { formatTime } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { ButtonLink } from '@/ui/button-link';
import { Card } from '@/ui/card';
import { FailedPage, NotFoundPage } from '@/ui/missing-page';
import { Skeleton } from '@/ui/skeleton';
import { ErrorBanner, LoadingRegion } from '@/ui/states';
import { AlertsCard } from './alerts-card';
import type { Product } from './api';
import { AuditCard } from './audit-card';
import { detailsStrings as s } from './details-strings';
import { EntriesCard } from './entries-card';
import { FactsCard } from './facts-card';
import { HistoryCard } from './history-card';
import { MovementsCard } from './movements-card';
import { OrdersCard } from './orders-card';
import { ProductDialogs } from './product-dialogs';
import { ProductHeader } from './product-header';
import { StockCard } from './stock-card';
import { strings } from './strings';

const ForecastCard = lazy(() => import('./forecast-card'));
const route = getRouteApi('/_app/productos_/$id');

/** Everything known about one product, at an address of its own. */
export function ProductPage() {
  const { id } = route.useParams();
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  const { data, dataUpdatedAt, error, refetch } = useQuery({ ...productQuery(number), enabled: number > 0 });
  if (number === 0 || (error instanceof ApiError && error.status === 404)) return <NotFound />;
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />;
  return (
    <>
      {error ? (
        <div className="mb-4">
          <ErrorBanner
            title={s.failedTitle}
            text={strings.staleSince(errorText(error), formatTime(dataUpdatedAt))}
            onRetry={() => void refetch()}
          />
        </div>
      ) : null}
      <Loaded product={data} />
    </>
  );
}

function Loaded({ product }: { product: Product }) {
  const navigate = useNavigate();
  const canAudit = useCan('audit.read');
  return (
    <ProductDialogs onDeleted={() => void navigate({ to: '/productos' })}>
      <ProductHeader product={product} />
      {/* On phones the facts stand before the long lists; beside them where there is room. */}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-5">
          <StockCard product={product} />
          <HistoryCard product={product} />
          <Suspense>
            <ForecastCard product={product} />
          </Suspense>
        </div>
        <div className="min-w-0 lg:row-span-2">
          <FactsCard product={product} />
        </div>
        <div className="min-w-0 space-y-5">
          <MovementsCard product={product} />
          <AlertsCard product={product} />
          <EntriesCard product={product} />
          <OrdersCard product={product} />
          {canAudit ? <AuditCard product={product} /> : null}
        </div>
      </div>
    </ProductDialogs>
  );
}

function NotFound() {
  return (
    <NotFoundPage screen={strings.title} icon={PackageSearch} title={s.notFoundTitle} text={s.notFoundText}>
      <ButtonLink to="/productos">{s.back}</ButtonLink>
    </NotFoundPage>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <FailedPage screen={strings.title} title={s.failedTitle} error={error} onRetry={onRetry}>
      <ButtonLink to="/productos">{s.back}</ButtonLink>
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
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card className="space-y-4 p-4">
          <Skeleton className="h-8 w-40" />
          <Skeleton className="w-full" />
          <Skeleton className="h-40 w-full" />
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
