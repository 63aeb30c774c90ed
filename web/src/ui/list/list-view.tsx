import type { ReactNode } from 'react';
import type { ListAddress } from '@/lib/list-address';
import type { PagedSearch } from '@/lib/list-search';
import type { KeptQuery } from '@/lib/use-kept-query';
import { LoadingRegion } from '@/ui/feedback/states';
import { DataTable, type DataTableProps } from './data-table';
import { ListCard } from './list-card';
import { type ListPage, ListPagination } from './list-pagination';
import { type DrawnList, useDrawnList } from './use-drawn-list';

type ListViewProps<Row extends object> = {
  address: ListAddress<PagedSearch>;
  query: KeptQuery<ListPage<Row>>;
  /** `list` names the table, and the card around it unless that has a name of its own. */
  words: { list: string; loading: string; loadFailed: string };
  label?: string;
  /** The address leaves rows out, so that having none says nothing about the rest. */
  filtered: boolean;
  /** When more than the rows has to be asked for again. */
  onRetry?: () => void;
  /** Above the card, as long as there is something to sum up. */
  summary?: ReactNode;
  /** In the card, above the filters. */
  header?: ReactNode;
  filters?: ReactNode;
  /** There is nothing at all. */
  empty: ReactNode;
  /** There is something, but not for these filters. */
  noMatch?: ReactNode;
  /** Below the card, and not before its rows, so that these push nothing away. */
  below?: ReactNode;
  /** A class for a frame of its own around the table. */
  frameClass?: string;
  table: Omit<DataTableProps<Row>, 'label' | 'rows' | 'loading' | 'stale' | 'busy'>;
  instead?: InsteadOfTable<Row>;
};

/** Another look of the same rows, and what stands in their place until they come. */
export type InsteadOfTable<Row extends object> = {
  rows: (rows: Row[], look: { stale: boolean; busy: boolean }) => ReactNode;
  loading: ReactNode;
};

/** A list in all its states: loading, empty, without a match, failed with or without older rows, and full. */
export function ListView<Row extends object>(props: ListViewProps<Row>) {
  const { address, query, words, label = words.list, filtered, summary, header, filters, empty, noMatch } = props;
  const { error, loadedAt, retry } = query;
  const drawn = useDrawnList(query.data, query.isStale);
  const { list, busy } = drawn;
  // A list without a match may still be there when its filters are gone; a user who just took them back types on.
  const isEmpty = list?.count === 0 && !filtered && !busy && !error;
  return (
    <>
      {isEmpty || (error && !list) ? null : summary}
      <ListCard
        label={label}
        failedTitle={words.loadFailed}
        error={error}
        loadedAt={loadedAt}
        onRetry={props.onRetry ?? retry}
      >
        {header}
        {isEmpty ? (
          empty
        ) : (
          <>
            {filters}
            {list?.results.length === 0 ? noMatch : list || !error ? <Rows {...props} drawn={drawn} /> : null}
          </>
        )}
        <ListPagination address={address} list={list} stale={busy} />
      </ListCard>
      {list || error ? props.below : null}
    </>
  );
}

type RowsProps<Row extends object> = Pick<ListViewProps<Row>, 'table' | 'instead' | 'frameClass' | 'words'> & {
  drawn: DrawnList<ListPage<Row>>;
};

function Rows<Row extends object>(props: RowsProps<Row>) {
  const { drawn, frameClass, instead, words } = props;
  const { list, dimmed, busy } = drawn;
  if (instead) {
    if (list) return instead.rows(list.results, { stale: dimmed, busy });
    return <LoadingRegion label={words.loading}>{instead.loading}</LoadingRegion>;
  }
  const rows = (
    <DataTable
      {...props.table}
      label={words.list}
      rows={list?.results ?? []}
      loading={!list}
      stale={dimmed}
      busy={busy}
    />
  );
  if (!list) {
    return (
      <LoadingRegion label={words.loading} className={frameClass}>
        {rows}
      </LoadingRegion>
    );
  }
  return frameClass === undefined ? rows : <div className={frameClass}>{rows}</div>;
}
