import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { type ForecastWorking, forecastQuery } from '@/features/shared/forecast-api';
import { formatExpected, forecastStrings as s } from '@/features/shared/forecast-strings';
import { MaximumNote } from '@/features/shared/maximum-note';
import { RunsOut, runsOutRange } from '@/features/shared/runs-out';
import { errorText } from '@/lib/api-error';
import { formatInteger, formatUnits } from '@/lib/format';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorState, LoadingRegion } from '@/ui/feedback/states';
import { Card, CardHeader } from '@/ui/layout/card';
import { lazy } from '@/ui/overlay/lazy';
import type { Product } from '../api';

const ForecastChart = lazy(() => import('@/features/shared/forecast-chart'));

/** What is expected of a product; how that was worked out is one step further. */
export default function ForecastCard({ product }: { product: Product }) {
  const { data, error, refetch } = useQuery(forecastQuery(product.idProduct));
  return (
    <Card aria-labelledby="product-forecast">
      <CardHeader
        id="product-forecast"
        title={s.title}
        action={
          <Link
            to="/prevision-stock"
            search={{ producto: product.idProduct }}
            className="rounded-sm text-sm font-medium text-accent hover:underline"
          >
            {s.seeWorking}
          </Link>
        }
      />
      {data ? (
        <Loaded working={data} />
      ) : error ? (
        <ErrorState title={s.failed} text={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <LoadingRegion label={s.loading} className="stack-4 px-4 pb-4">
          <Skeleton className="h-33 w-full sm:h-14.5" />
          <Skeleton className="h-60.5 w-full" />
        </LoadingRegion>
      )}
    </Card>
  );
}

function Loaded({ working }: { working: ForecastWorking }) {
  const figures = [
    { label: s.soldLast30, value: formatInteger(working.soldLast30Days), note: s.withToday },
    {
      label: s.willSell30,
      value: formatExpected(working.willSellIn30Days),
      note: s.range(working.willSellLow, working.willSellHigh),
    },
    { label: s.runsOut, value: <RunsOut row={working} />, note: runsOutRange(working) },
    { label: s.toDo, value: formatUnits(working.toDo), note: null },
  ];
  return (
    <div className="stack-4 px-4 pb-4">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {figures.map(({ label, value, note }) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-ink-2">{label}</dt>
            <dd className="num text-lg font-semibold">{value}</dd>
            <dd className="num text-2xs text-ink-3">{note}</dd>
          </div>
        ))}
      </dl>
      <MaximumNote working={working} />
      {working.history.length === 0 ? null : (
        <Suspense fallback={<Skeleton className="h-60.5 w-full" />}>
          <ForecastChart working={working} />
        </Suspense>
      )}
    </div>
  );
}
