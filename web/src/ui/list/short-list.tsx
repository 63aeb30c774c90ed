import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { errorText } from '@/lib/api-error';
import { ErrorBanner, LoadingRegion } from '@/ui/feedback/states';
import { Card, CardHeader } from '@/ui/layout/card';
import { DataTable, type DataTableProps } from './data-table';

type ShortListProps<Row extends object> = {
  title: string;
  hint: string;
  /** Names the table. */
  label: string;
  loadingLabel: string;
  failedTitle: string;
  query: UseQueryResult<{ results: Row[] }>;
  action?: ReactNode;
  /** Below the heading, above the rows. */
  note?: ReactNode;
  /** In place of the rows when there are none. */
  empty?: ReactNode;
  table: Omit<DataTableProps<Row>, 'label' | 'rows' | 'loading' | 'stale' | 'rowId'>;
};

/** A list that is always shown whole, in a card with a heading. */
export function ShortList<Row extends { id: number }>(props: ShortListProps<Row>) {
  const { title, hint, label, loadingLabel, failedTitle, query, action, note, empty, table } = props;
  const { data, error, refetch } = query;
  const id = useId();
  const rows = (
    <DataTable
      {...table}
      label={label}
      rows={data?.results ?? []}
      rowId={(row) => String(row.id)}
      loading={!data}
      skeletons={table.skeletons ?? 5}
    />
  );
  return (
    <div className="stack-5">
      {error ? <ErrorBanner title={failedTitle} text={errorText(error)} onRetry={() => void refetch()} /> : null}
      <Card aria-labelledby={id}>
        <CardHeader id={id} title={title} description={hint} action={action} />
        {note}
        {empty && data?.results.length === 0 ? (
          empty
        ) : data ? (
          rows
        ) : error ? null : (
          <LoadingRegion label={loadingLabel}>{rows}</LoadingRegion>
        )}
      </Card>
    </div>
  );
}
