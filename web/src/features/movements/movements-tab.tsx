import { useQuery } from '@tanstack/react-query';
import { ArrowDownUp, SearchX } from 'lucide-react';
import { locationsQuery } from '@/features/stock/api';
import type { Answer } from '@/lib/api-types';
import { useKeptQuery } from '@/lib/use-kept-query';
import { DataTable } from '@/ui/data-table';
import { ExportButton } from '@/ui/export-button';
import { ListCard } from '@/ui/list-card';
import { Pagination } from '@/ui/pagination';
import { EmptyState, LoadingRegion, NoMatch } from '@/ui/states';
import { exportMovements, movementsQuery } from './api';
import { locatedColumns, MovementCard, movementColumns } from './movement-columns';
import { MovementFilters } from './movement-filters';
import { strings } from './strings';
import { filtersOf, isFiltered, noFilters, useMovementsAddress } from './use-movements-address';

/** The stock movements page of the spec: a part of the inventory screen. */
export default function MovementsTab() {
  const address = useMovementsAddress();
  const { page, limit } = address;
  const query = useKeptQuery(movementsQuery({ ...filtersOf(address.search), page, limit }));
  const { data: list, error } = query;
  const filtered = isFiltered(address.search);
  const isEmpty = list?.count === 0 && !filtered && !error;
  return (
    <ListCard
      label={strings.list}
      failedTitle={strings.loadFailed}
      error={error}
      loadedAt={query.loadedAt}
      onRetry={query.retry}
    >
      {isEmpty ? (
        <EmptyState icon={ArrowDownUp} title={strings.emptyTitle} text={strings.emptyText} />
      ) : (
        <>
          <MovementFilters
            address={address}
            resultsLabel={strings.results(list?.count ?? 0, list?.countIsCapped ?? false)}
            actions={
              <ExportButton
                compact
                failed={strings.exportFailed}
                onExport={(format) => exportMovements(filtersOf(address.search), format)}
              />
            }
          />
          {list?.results.length === 0 ? (
            <NoMatch
              icon={SearchX}
              title={strings.noMatchTitle}
              text={strings.noMatchText}
              onClear={() => address.change(noFilters)}
            />
          ) : list || !error ? (
            <Rows list={list} stale={query.isStale} />
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
  );
}

type MovementList = Answer<'/api/movements/', 'get'>;

function Rows({ list, stale }: { list: MovementList | undefined; stale: boolean }) {
  const { data: locations } = useQuery(locationsQuery);
  const located = (locations?.count ?? 0) > 1;
  const table = (
    <DataTable
      label={strings.list}
      columns={located ? locatedColumns : movementColumns}
      rows={list?.results ?? []}
      rowId={(movement) => String(movement.id)}
      renderCard={(movement) => <MovementCard movement={movement} located={located} />}
      loading={!list}
      stale={stale}
      minWidth={located ? 'min-w-[76rem]' : 'min-w-[68rem]'}
    />
  );
  return list ? table : <LoadingRegion label={strings.loading}>{table}</LoadingRegion>;
}
