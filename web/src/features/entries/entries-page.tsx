import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PackagePlus, PackageSearch, Plus, RotateCw } from 'lucide-react';
import { useHotkey } from '@/lib/hotkeys';
import { type ListAddress, useListAddress } from '@/lib/list-address';
import { useCan } from '@/lib/permissions';
import { useKeptQuery } from '@/lib/use-kept-query';
import { Button } from '@/ui/button';
import { ListCard } from '@/ui/list-card';
import { PageHeader } from '@/ui/page-header';
import { Pagination } from '@/ui/pagination';
import { EmptyState, NoMatch } from '@/ui/states';
import { entriesQuery, filtersOf } from './api';
import { EntryDialogs, useOpenEntry } from './entry-dialogs';
import { EntryFilters } from './entry-filters';
import { EntrySummary } from './entry-summary';
import { EntryTable } from './entry-table';
import { type EntriesSearch, isFiltered, noFilters } from './search';
import { strings } from './strings';

const route = getRouteApi('/_app/entrada-stock');

export function EntriesPage() {
  const address = useListAddress<EntriesSearch>(route.useSearch());
  const canEdit = useCan('entries.edit');
  const { entrada, nueva } = address.search;
  return (
    <EntryDialogs entrada={entrada} nueva={nueva !== undefined && canEdit}>
      <Entries address={address} />
    </EntryDialogs>
  );
}

function Entries({ address }: { address: ListAddress<EntriesSearch> }) {
  const { page, limit } = address;
  const query = useKeptQuery(entriesQuery({ ...filtersOf(address.search), page, limit }));
  const { data: list, error } = query;
  const isEmpty = list?.count === 0 && !isFiltered(address.search) && !error;
  return (
    <>
      <Header fetching={query.isFetching} onRefresh={query.retry} />
      {isEmpty || (error && !list) ? null : <EntrySummary summary={list?.summary} stale={query.isStale} />}
      <ListCard
        label={strings.list}
        failedTitle={strings.loadFailed}
        error={error}
        loadedAt={query.loadedAt}
        onRetry={query.retry}
      >
        {isEmpty ? (
          <Empty />
        ) : (
          <>
            <EntryFilters
              address={address}
              resultsLabel={strings.results(list?.count ?? 0, list?.countIsCapped ?? false)}
            />
            {list?.results.length === 0 ? (
              <NoMatch
                icon={PackageSearch}
                title={strings.emptyTitle}
                text={strings.noMatchText}
                onClear={() => address.change(noFilters)}
              />
            ) : list || !error ? (
              <EntryTable list={list} stale={query.isStale} />
            ) : null}
          </>
        )}
        {list && list.count > 0 ? (
          <Pagination
            page={page}
            pageSize={limit}
            count={list.count}
            countIsCapped={list.countIsCapped ?? false}
            hrefOf={address.hrefOf}
            onPageChange={address.goTo}
            onPageSizeChange={(porPagina) => address.change({ porPagina })}
          />
        ) : null}
      </ListCard>
    </>
  );
}

/** How many there are in all, whatever the filters below hide. */
const everything = entriesQuery({ page: 1, limit: 1 });

function Header({ fetching, onRefresh }: { fetching: boolean; onRefresh: () => void }) {
  const { data: all } = useQuery(everything);
  const open = useOpenEntry();
  const canEdit = useCan('entries.edit');
  useHotkey('n', () => canEdit && open({ kind: 'new' }));
  return (
    <PageHeader
      title={strings.title}
      // A line that is not known yet keeps its place, so that nothing moves when it arrives.
      subtitle={
        <span className="num">{all ? strings.total(all.count, all.countIsCapped ?? false) : '\u00a0'}</span>
      }
      actions={
        <>
          <Button
            className="max-sm:flex-1"
            busy={fetching}
            busyLabel={strings.refreshing}
            onClick={onRefresh}
          >
            <RotateCw aria-hidden />
            {strings.refresh}
          </Button>
          {canEdit ? <CreateButton /> : null}
        </>
      }
    />
  );
}

function CreateButton() {
  const open = useOpenEntry();
  return (
    <Button variant="primary" className="max-sm:flex-1" onClick={() => open({ kind: 'new' })}>
      <Plus aria-hidden />
      {strings.create}
    </Button>
  );
}

function Empty() {
  const canEdit = useCan('entries.edit');
  return (
    <EmptyState
      icon={PackagePlus}
      title={strings.emptyTitle}
      text={canEdit ? strings.emptyText : strings.emptyReadOnly}
    >
      {canEdit ? <CreateButton /> : null}
    </EmptyState>
  );
}
