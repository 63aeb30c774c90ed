import { CircleCheck, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { useKeptQuery } from '@/lib/use-kept-query';
import { DataTable } from '@/ui/data-table';
import { ListCard } from '@/ui/list-card';
import { Pagination } from '@/ui/pagination';
import { SearchInput } from '@/ui/search-input';
import { Segmented } from '@/ui/segmented';
import { EmptyState, LoadingRegion, NoMatch } from '@/ui/states';
import { type LineFilters, type LineList, linesQuery, type Stocktake } from './api';
import { LineCard, lineColumns } from './line-columns';
import { lineStrings as s } from './strings';
import { type StocktakeAddress, useStocktakeAddress } from './use-stocktake-address';

type LinesProps = { stocktake: Stocktake; counting: boolean };

/** What a blind stocktake expects stays hidden until it has ended. */
function isHidden({ blind, state }: Stocktake): boolean {
  return blind && state === 'open';
}

function filtersOf({ search, page, limit }: StocktakeAddress, hidden: boolean): LineFilters {
  return {
    ...(search.buscar !== undefined && { search: search.buscar }),
    ...(search.lineas === 'pendientes' && { onlyPending: true }),
    ...(search.lineas === 'diferencias' && !hidden && { onlyDifferences: true }),
    page,
    limit,
  };
}

export function Lines({ stocktake, counting }: LinesProps) {
  const address = useStocktakeAddress();
  const hidden = isHidden(stocktake);
  const query = useKeptQuery(linesQuery(stocktake.id, filtersOf(address, hidden)));
  const { data: list, error } = query;
  return (
    <ListCard
      label={s.list}
      failedTitle={s.loadFailed}
      error={error}
      loadedAt={query.loadedAt}
      onRetry={query.retry}
    >
      <LineFilterBar address={address} hidden={hidden} />
      {list?.results.length === 0 ? (
        <Nothing address={address} />
      ) : list || !error ? (
        <Rows stocktake={stocktake} counting={counting} hidden={hidden} list={list} stale={query.isStale} />
      ) : null}
      {list && list.count > 0 ? (
        <Pagination
          page={address.page}
          pageSize={address.limit}
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

type LineFilterBarProps = { address: StocktakeAddress; hidden: boolean };

function LineFilterBar({ address, hidden }: LineFilterBarProps) {
  const { search, change } = address;
  const segments = [
    { value: 'todas', label: s.all },
    { value: 'pendientes', label: s.pending },
    ...(hidden ? [] : [{ value: 'diferencias', label: s.differing }]),
  ];
  return (
    <div className="flex flex-wrap items-center gap-2 p-3">
      <SearchInput
        label={s.search}
        placeholder={s.searchPlaceholder}
        clearLabel={s.clearSearch}
        value={search.buscar ?? ''}
        onValueChange={(text) => change({ buscar: text || undefined })}
        className="w-72 max-sm:w-full"
      />
      <Segmented
        label={s.show}
        segments={segments}
        value={hidden && search.lineas === 'diferencias' ? 'todas' : (search.lineas ?? 'todas')}
        onValueChange={(shown) =>
          change({ lineas: shown === 'pendientes' || shown === 'diferencias' ? shown : undefined })
        }
        className="max-sm:flex max-sm:w-full"
      />
    </div>
  );
}

type RowsProps = LinesProps & { hidden: boolean; list: LineList | undefined; stale: boolean };

function Rows({ stocktake, counting, hidden, list, stale }: RowsProps) {
  const columns = useMemo(
    () => lineColumns({ stocktakeId: stocktake.id, counting, hidden }),
    [stocktake.id, counting, hidden],
  );
  const table = (
    <DataTable
      label={s.list}
      columns={columns}
      rows={list?.results ?? []}
      rowId={(line) => String(line.productId)}
      renderCard={(line) => (
        <LineCard line={line} stocktakeId={stocktake.id} counting={counting} hidden={hidden} />
      )}
      loading={!list}
      stale={stale}
    />
  );
  return list ? table : <LoadingRegion label={s.loading}>{table}</LoadingRegion>;
}

/** Nothing left to count, or nothing that differs, is good news; the rest is a search without a match. */
function Nothing({ address }: { address: StocktakeAddress }) {
  const { buscar, lineas } = address.search;
  if (buscar === undefined && lineas === 'pendientes') {
    return <EmptyState icon={CircleCheck} title={s.allCountedTitle} text={s.allCountedText} />;
  }
  if (buscar === undefined && lineas === 'diferencias') {
    return <EmptyState icon={CircleCheck} title={s.noDifferencesTitle} text={s.noDifferencesText} />;
  }
  return (
    <NoMatch
      icon={SearchX}
      title={s.noMatchTitle}
      text={s.noMatchText}
      onClear={() => address.change({ buscar: undefined, lineas: undefined })}
    />
  );
}
