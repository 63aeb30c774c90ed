import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { locationStockQuery } from '@/features/shared/api';
import { useActiveLocations } from '@/features/shared/use-locations';
import { errorText } from '@/lib/api-error';
import { formatInteger } from '@/lib/format';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorBanner, LoadingRegion } from '@/ui/feedback/states';
import { detailsStrings as s } from './strings';

/** Where the units lie. Nobody with a single location needs to read its name. */
export function LocationStocks({ id }: { id: number }) {
  const several = useActiveLocations().length > 1;
  const { data: stocks, error, refetch } = useQuery(locationStockQuery(id));
  if (!several && (stocks?.length ?? 0) < 2) return null;
  if (stocks) {
    return (
      <Frame>
        <dl className="ruled">
          {stocks.map(({ locationId, location, stock }) => (
            <div key={locationId} className="flex justify-between gap-4 py-1.5">
              <dt className="min-w-0 truncate text-ink-2">{location}</dt>
              <dd className="num font-medium">{formatInteger(stock)}</dd>
            </div>
          ))}
        </dl>
      </Frame>
    );
  }
  return (
    <Frame>
      {error ? (
        <ErrorBanner title={s.byLocationFailed} text={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <LoadingRegion label={s.byLocationLoading} className="stack-3 py-1.5">
          <Skeleton className="w-3/5" />
          <Skeleton className="w-2/5" />
        </LoadingRegion>
      )}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="border-t border-line px-5 py-4">
      <h3 className="mb-2 text-sm font-medium">{s.byLocation}</h3>
      {children}
    </div>
  );
}
