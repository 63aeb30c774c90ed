import { PackageOpen, PackageSearch } from 'lucide-react';
import { useMemo } from 'react';
import { useActiveLocations } from '@/features/stock/use-locations';
import { useKeptQuery } from '@/lib/use-kept-query';
import { DataTable } from '@/ui/data-table';
import { ListCard } from '@/ui/list-card';
import { Pagination } from '@/ui/pagination';
import { EmptyState, LoadingRegion, NoMatch } from '@/ui/states';
import { type StockList, stockQuery } from './api';
import { orderings } from './search';
import { type Currencies, StockCard, stockColumns } from './stock-columns';
import { StockFilters } from './stock-filters';
import { StockSummary } from './stock-summary';
import { stockStrings as s } from './strings';
import { filtersOf, isFiltered, noFilters, type StockAddress, useStockAddress } from './use-stock-address';

/** Stock by product and location, with its value. */
export function StockTab() {
  const address = useStockAddress();
  const { page, limit } = address;
  const query = useKeptQuery(stockQuery({ ...filtersOf(address.search), page, limit }));
  const { data: list, error } = query;
  const locations = useActiveLocations();
  const isEmpty = list?.count === 0 && !isFiltered(address.search) && !error;
  return (
    <>
      {isEmpty || (error && !list) ? null : <StockSummary summary={list?.summary} stale={query.isStale} />}
      <ListCard
        label={s.list}
        failedTitle={s.loadFailed}
        error={error}
        loadedAt={query.loadedAt}
        onRetry={query.retry}
      >
        {isEmpty ? (
          <EmptyState icon={PackageOpen} title={s.emptyTitle} text={s.emptyText} />
        ) : (
          <>
            <StockFilters
              address={address}
              locations={locations}
              resultsLabel={s.results(list?.count ?? 0, list?.countIsCapped ?? false)}
            />
            {list?.results.length === 0 ? (
              <NoMatch
                icon={PackageSearch}
                title={s.noMatchTitle}
                text={s.noMatchText}
                onClear={() => address.change(noFilters)}
              />
            ) : list || !error ? (
              <Rows address={address} list={list} stale={query.isStale} />
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

/** Until the list says its currencies there are no amounts to show in them. */
const noCurrencies: Currencies = { purchaseCurrency: 'USD', salesCurrency: 'EUR' };

type RowsProps = { address: StockAddress; list: StockList | undefined; stale: boolean };

function Rows({ address, list, stale }: RowsProps) {
  const locations = useActiveLocations();
  const { purchaseCurrency, salesCurrency } = list?.summary ?? noCurrencies;
  const columns = useMemo(
    () => stockColumns(locations, { purchaseCurrency, salesCurrency }),
    [locations, purchaseCurrency, salesCurrency],
  );
  const table = (
    <DataTable
      label={s.list}
      columns={columns}
      rows={list?.results ?? []}
      rowId={(row) => String(row.productId)}
      renderCard={(row) => (
        <StockCard row={row} locations={locations} currencies={{ purchaseCurrency, salesCurrency }} />
      )}
      ordering={address.search.orden ?? 'name'}
      onOrderingChange={(next) => address.change({ orden: orderings.find((ordering) => ordering === next) })}
      loading={!list}
      stale={stale}
      minWidth={locations.length > 1 ? 'min-w-[72rem]' : 'min-w-[60rem]'}
    />
  );
  return list ? table : <LoadingRegion label={s.loading}>{table}</LoadingRegion>;
}
