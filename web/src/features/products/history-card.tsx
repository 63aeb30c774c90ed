import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { movementsQuery } from '@/features/stock/api';
import { strings as stockStrings } from '@/features/stock/strings';
import { formatDate, formatDateTime, formatDayMonth, formatInteger } from '@/lib/format';
import { Card, CardHeader } from '@/ui/card';
import { Skeleton } from '@/ui/skeleton';
import type { Product } from './api';
import { detailsStrings as s } from './details-strings';
import { historyOf } from './history';

const StepChart = lazy(() => import('@/charts/step-chart').then((chart) => ({ default: chart.StepChart })));

/** As many movements as one answer may hold. */
const historyLength = 100;

export function HistoryCard({ product }: { product: Product }) {
  const { data, dataUpdatedAt } = useQuery(
    movementsQuery({ product: product.idProduct, page: 1, limit: historyLength }),
  );
  const points = historyOf(data?.results ?? []);
  const first = points[0];
  // Movements that cannot be read say so in their own list below; a second banner would add nothing.
  if (!data) return null;
  return (
    <Card aria-labelledby="product-history">
      <CardHeader
        id="product-history"
        title={s.history}
        {...(data.count > 1 && { description: s.historyHint(Math.min(data.count, historyLength)) })}
      />
      <div className="px-4 pb-4">
        {first ? (
          <Suspense fallback={<Skeleton className="h-55 w-full" />}>
            <StepChart
              points={points}
              until={dataUpdatedAt}
              limit={
                product.minStock === null
                  ? null
                  : { value: product.minStock, label: stockStrings.minimum(product.minStock) }
              }
              label={s.historyLabel(formatDate(first.at), formatDate(dataUpdatedAt), product.currentStock)}
              formatValue={formatInteger}
              formatTick={formatDayMonth}
              formatMoment={formatDateTime}
              columns={{ at: s.historyDate, value: s.historyStock }}
            />
          </Suspense>
        ) : (
          <p className="text-ink-2">{s.historyEmpty}</p>
        )}
      </div>
    </Card>
  );
}
