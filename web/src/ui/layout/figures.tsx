import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/lib/api-error';
import { cn } from '@/lib/cn';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorBanner, LoadingRegion } from '@/ui/feedback/states';
import { Card } from './card';

export type Figure = { label: string; value: ReactNode; note?: ReactNode };

type FiguresProps = {
  /** Names the region. */
  label: string;
  loadingLabel: string;
  /** Whether the figures come with a line that explains them, which takes up to two on phones. */
  noted?: boolean;
  /** As many labels as there will be figures, so that nothing moves when they arrive. */
  labels: readonly string[];
  /** Undefined while they are on their way. */
  figures: readonly Figure[] | undefined;
  /** Older than the rows below: dimmed. */
  stale?: boolean;
};

/** Half of a phone is narrower than an amount in millions; broken in two it would be misread. */
function isLong(value: ReactNode): boolean {
  return typeof value === 'string' && value.length > 12;
}

const widths: Record<number, string> = { 3: 'lg:grid-cols-3', 5: 'lg:grid-cols-5' };

/** What a whole list comes to: one card split by hairlines, two by two on phones. */
export function Figures(props: FiguresProps) {
  const { label, loadingLabel, labels, figures, noted = false, stale = false } = props;
  const className = cn(
    'grid grid-cols-2 gap-px overflow-hidden rounded-[inherit] bg-line',
    labels.length % 2 === 1 && 'max-lg:*:last:col-span-2',
    widths[labels.length] ?? 'lg:grid-cols-4',
  );
  return (
    <Card aria-label={label} className="mb-5">
      {figures ? (
        <dl className={cn(className, stale && 'opacity-60')}>
          {figures.map((figure) => (
            <div key={figure.label} className="min-w-0 bg-surface p-4 sm:p-5">
              <dt className="text-sm text-ink-2">{figure.label}</dt>
              <dd
                className={cn(
                  'num mt-1 text-xl font-semibold tracking-[-0.02em] wrap-anywhere',
                  isLong(figure.value) && 'max-sm:text-lg',
                )}
              >
                {figure.value}
              </dd>
              {noted ? <dd className="num min-h-4.5 text-xs text-ink-3 max-sm:min-h-9">{figure.note}</dd> : null}
            </div>
          ))}
        </dl>
      ) : (
        <LoadingRegion label={loadingLabel} className={className}>
          {labels.map((name) => (
            <div key={name} className="bg-surface p-4 sm:p-5">
              <p className="text-sm text-ink-2">{name}</p>
              <Skeleton className="mt-2 h-6 w-24" />
              {noted ? <Skeleton className="mt-1 h-3.5 w-16 max-sm:mb-4.5" /> : null}
            </div>
          ))}
        </LoadingRegion>
      )}
    </Card>
  );
}

type QueriedFiguresProps<Summary> = Omit<FiguresProps, 'figures' | 'stale'> & {
  query: UseQueryResult<Summary>;
  failedTitle: string;
  figuresOf: (summary: Summary) => readonly Figure[];
};

/** What there is in all, whatever the filters below hide. It loads and fails on its own. */
export function QueriedFigures<Summary>(props: QueriedFiguresProps<Summary>) {
  const { query, failedTitle, figuresOf, ...rest } = props;
  const { data, error, refetch } = query;
  if (error && data === undefined) {
    return (
      <div className="mb-5">
        <ErrorBanner title={failedTitle} text={errorText(error)} onRetry={() => void refetch()} />
      </div>
    );
  }
  return <Figures {...rest} figures={data === undefined ? undefined : figuresOf(data)} stale={error !== null} />;
}
