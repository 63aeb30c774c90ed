import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { type Movement, movementsQuery } from '@/features/movements/api';
import { strings as stockStrings } from '@/features/shared/strings';
import { errorText } from '@/lib/api-error';
import { formatDate, formatDateTime, formatDayMonth, formatInteger } from '@/lib/format';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorState, LoadingRegion } from '@/ui/feedback/states';
import { Card, CardHeader } from '@/ui/layout/card';
import { lazy } from '@/ui/overlay/lazy';
import type { Product } from '../api';
import { historyOf } from './history';
import { detailsStrings as s } from './strings';

const StepChart = lazy(() => import('@/charts/step-chart').then((chart) => ({ default: chart.StepChart })));

/** As many movements as one answer may hold. */
const historyLength = 100;

/** The stock over time. */
export function HistoryCard({ product }: { product: Product }) {
  const { data, dataUpdatedAt, error, refetch } = useQuery(
    movementsQuery({ product: product.idProduct, page: 1, limit: historyLength }),
  );
  const count = Math.min(data?.count ?? 0, historyLength);
  const hint = count > 1 ? s.historyHint(count) : undefined;
  return (
    <Card aria-labelledby="product-history">
      <CardHeader id="product-history" title={s.history} description={data ? hint : null} />
      {data ? (
        <div className="px-4 pb-4">
          <Chart product={product} movements={data.results} until={dataUpdatedAt} />
        </div>
      ) : error ? (
        <ErrorState title={s.historyFailed} text={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <LoadingRegion label={s.historyLoading} className="px-4 pb-4">
          <Skeleton className="h-55 w-full" />
        </LoadingRegion>
      )}
    </Card>
  );
}

type ChartProps = { product: Product; movements: Movement[]; until: number };

function Chart({ product, movements, until }: ChartProps) {
  const points = historyOf(movements);
  const first = points[0];
  if (!first) return <p className="text-ink-2">{s.historyEmpty}</p>;
  return (
    <Suspense fallback={<Skeleton className="h-55 w-full" />}>
      <StepChart
        points={points}
        until={until}
        limit={
          product.minStock === null ? null : { value: product.minStock, label: stockStrings.minimum(product.minStock) }
        }
        label={s.historyLabel(formatDate(first.at), formatDate(until), product.currentStock)}
        formatValue={formatInteger}
        formatTick={formatDayMonth}
        formatMoment={formatDateTime}
        columns={{ at: s.historyDate, value: s.historyStock }}
      />
    </Suspense>
  );
}
