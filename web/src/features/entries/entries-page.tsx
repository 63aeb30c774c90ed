import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PackagePlus, PackageSearch } from 'lucide-react';
import { useMemo } from 'react';
import { useActiveLocations } from '@/features/shared/use-locations';
import { useHotkey } from '@/lib/hotkeys';
import { type ListAddress, useListAddress } from '@/lib/list-address';
import { useCan } from '@/lib/permissions';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState, NoMatch } from '@/ui/feedback/states';
import { PageHeader } from '@/ui/layout/page-header';
import { CreateButton, RefreshButton } from '@/ui/list/list-buttons';
import { ListView } from '@/ui/list/list-view';
import { entriesQuery, filters, filtersOf } from './api';
import { EntryCard, entryColumns } from './entry-columns';
import { EntryDialogs, useOpenEntry } from './entry-dialogs';
import { EntryFilters } from './entry-filters';
import { EntrySummary } from './entry-summary';
import type { EntriesSearch } from './search';
import { strings } from './strings';

const route = getRouteApi('/_app/entrada-stock');

export function EntriesPage() {
  const address = useListAddress<EntriesSearch>(route.useSearch());
  const canEdit = useCan('entries.edit');
  const { entrada, nueva, producto } = address.search;
  return (
    <EntryDialogs entrada={entrada} nueva={nueva !== undefined && canEdit} producto={producto}>
      <Entries address={address} />
    </EntryDialogs>
  );
}

function Entries({ address }: { address: ListAddress<EntriesSearch> }) {
  const { search, page, limit } = address;
  const query = useKeptQuery(entriesQuery({ ...filtersOf(search), page, limit }));
  const { data: list, isStale } = query;
  const located = useActiveLocations().length > 1;
  const withCosts = useCan('costs.read');
  const columns = useMemo(() => entryColumns({ located, withCosts }), [located, withCosts]);
  return (
    <>
      <Header fetching={query.isFetching} onRefresh={query.retry} />
      <ListView
        address={address}
        query={query}
        words={strings}
        filtered={filters.isAnySet(search)}
        summary={<EntrySummary summary={list?.summary} stale={isStale} />}
        filters={<EntryFilters address={address} list={list} />}
        empty={<Empty />}
        noMatch={
          <NoMatch
            icon={PackageSearch}
            title={strings.emptyTitle}
            text={strings.noMatchText}
            onClear={() => address.change(filters.none)}
          />
        }
        table={{
          columns,
          rowId: (entry) => String(entry.id),
          renderCard: (entry) => <EntryCard entry={entry} located={located} />,
        }}
      />
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
      subtitle={all ? strings.total(all.count, all.countIsCapped ?? false) : null}
      actions={
        <>
          <RefreshButton busy={fetching} onClick={onRefresh} />
          {canEdit ? <CreateButton label={strings.create} onClick={() => open({ kind: 'new' })} /> : null}
        </>
      }
    />
  );
}

function Empty() {
  const open = useOpenEntry();
  const canEdit = useCan('entries.edit');
  return (
    <EmptyState
      icon={PackagePlus}
      title={strings.emptyTitle}
      text={canEdit ? strings.emptyText : strings.emptyReadOnly}
    >
      {canEdit ? <CreateButton label={strings.create} onClick={() => open({ kind: 'new' })} /> : null}
    </EmptyState>
  );
}
