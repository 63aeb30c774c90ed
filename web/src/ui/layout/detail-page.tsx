import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, errorText } from '@/lib/api-error';
import { formatTime } from '@/lib/format';
import { useErrorBeside } from '@/lib/online';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorBanner, LoadingRegion } from '@/ui/feedback/states';
import { listStrings } from '@/ui/list/list-strings';
import { Card } from './card';
import { FailedPage, NotFoundPage } from './missing-page';

type DetailWords = {
  /** The name of the screen, while what it is about has none. */
  screen: string;
  loading: string;
  failed: string;
  notFoundTitle: string;
  notFoundText: string;
};

type DetailPageProps<Thing> = {
  /** Zero when the address names nothing that could be. */
  id: number;
  query: {
    data: Thing | undefined;
    dataUpdatedAt: number;
    error: Error | null;
    refetch: () => unknown;
  };
  words: DetailWords;
  icon: LucideIcon;
  /** The way back, where there is nothing to show. */
  back: ReactNode;
  children: (thing: Thing) => ReactNode;
};

/** The number in an address, or zero. */
export function idIn(address: string): number {
  return /^\d{1,15}$/.test(address) ? Number(address) : 0;
}

/**
 * One thing at an address of its own: on its way, not there, not to be had, or as it was when it could last be asked.
 */
export function DetailPage<Thing>({ id, query, words, icon, back, children }: DetailPageProps<Thing>) {
  const { data, dataUpdatedAt } = query;
  const error = useErrorBeside(data !== undefined, query.error);
  const retry = () => void query.refetch();
  if (id === 0 || (error instanceof ApiError && error.status === 404)) {
    return (
      <NotFoundPage screen={words.screen} icon={icon} title={words.notFoundTitle} text={words.notFoundText}>
        {back}
      </NotFoundPage>
    );
  }
  if (data === undefined) {
    if (!error) return <Loading label={words.loading} />;
    return (
      <FailedPage screen={words.screen} title={words.failed} error={error} onRetry={retry}>
        {back}
      </FailedPage>
    );
  }
  return (
    <>
      {error ? (
        <div className="mb-4">
          <ErrorBanner
            title={words.failed}
            text={listStrings.dataOf(errorText(error), formatTime(dataUpdatedAt))}
            onRetry={retry}
          />
        </div>
      ) : null}
      {children(data)}
    </>
  );
}

/** The cards of a thing, with what is known of it beside them where there is room. */
export const detailColumns =
  'grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]';

function Loading({ label }: { label: string }) {
  return (
    <LoadingRegion label={label} className="stack-5">
      <div className="stack-3">
        <Skeleton className="h-6 w-56 max-w-full" />
        <Skeleton className="w-40" />
      </div>
      <div className={detailColumns}>
        <Card className="stack-4 p-4">
          <Skeleton className="w-2/5" />
          <Skeleton className="h-24 w-full" />
        </Card>
        <Card className="stack-4 p-4">
          <Skeleton className="w-3/5" />
          <Skeleton className="w-2/5" />
          <Skeleton className="w-1/2" />
        </Card>
      </div>
    </LoadingRegion>
  );
}
