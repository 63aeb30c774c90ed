import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/lib/api-error';
import { cn } from '@/lib/cn';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorState, LoadingRegion } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { Card, CardHeader } from '@/ui/layout/card';
import { detailsStrings as s } from './strings';

type Listed = { id: number };

type PagedCardProps<Row extends Listed> = {
  id: string;
  title: string;
  loadingLabel: string;
  failedTitle: string;
  emptyText: string;
  query: UseQueryResult<{ results: Row[]; count: number }>;
  /** What comes all at once has one page. */
  page?: number;
  pageSize?: number;
  onPageChange?: (page: number) => void;
  renderRow: (row: Row) => ReactNode;
  /** What can be done with the whole of it. */
  action?: ReactNode;
};

/** A part of the product's page that lists what happened, the newest first, and loads and fails on its own. */
export function PagedCard<Row extends Listed>(props: PagedCardProps<Row>) {
  const { id, title, loadingLabel, failedTitle, emptyText, query, page = 1, pageSize, onPageChange, renderRow } = props;
  const { action } = props;
  const { data, error, isPlaceholderData, refetch } = query;
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} action={action} />
      {error && !data ? (
        <ErrorState title={failedTitle} text={errorText(error)} onRetry={() => void refetch()} />
      ) : data?.count === 0 ? (
        <p className="px-4 pb-4 text-ink-2">{emptyText}</p>
      ) : data ? (
        <ol
          aria-busy={isPlaceholderData}
          className={cn('ruled border-t border-line', isPlaceholderData && 'opacity-60')}
        >
          {data.results.map((row) => (
            <li key={row.id} className="px-4 py-2.5">
              {renderRow(row)}
            </li>
          ))}
        </ol>
      ) : (
        <LoadingRegion label={loadingLabel} className="stack-3 p-4">
          <Skeleton className="w-3/5" />
          <Skeleton className="w-2/5" />
        </LoadingRegion>
      )}
      {data && onPageChange && pageSize !== undefined && data.count > pageSize ? (
        <div className="flex justify-end gap-2 border-t border-line px-4 py-2.5">
          <Button size="sm" disabled={page === 1} onClick={() => onPageChange(page - 1)}>
            {s.newer}
          </Button>
          <Button size="sm" disabled={page * pageSize >= data.count} onClick={() => onPageChange(page + 1)}>
            {s.older}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
