import { PackageOpen, PackageSearch } from 'lucide-react';
import { useMemo } from 'react';
import { useActiveLocations } from '@/features/shared/use-locations';
import { parseOneOf } from '@/lib/list-search';
import { useCan } from '@/lib/permissions';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState, NoMatch } from '@/ui/feedback/states';
import { ListView } from '@/ui/list/list-view';
import { stockQuery } from './api';
import { orderings } from './search';
import { type Currencies, StockCard, stockColumns } from './stock-columns';
import { StockFilters } from './stock-filters';
import { StockSummary } from './stock-summary';
import { stockStrings as s } from './strings';
import { filters, filtersOf, useStockAddress } from './use-stock-address';

/** Until the list says its currencies there are no amounts to show in them. */
const noCurrencies: Currencies = { purchaseCurrency: 'USD', salesCurrency: 'EUR' };

/** Stock by product and location, with its value. */
export function StockTab() {
  const address = useStockAddress();
  const { search, page, limit } = address;
  const query = useKeptQuery(stockQuery({ ...filtersOf(search), page, limit }));
  const { data: list } = query;
  const locations = useActiveLocations();
  const { purchaseCurrency, salesCurrency } = list?.summary ?? noCurrencies;
  const withCosts = useCan('costs.read');
  const columns = useMemo(
    () => stockColumns({ locations, currencies: { purchaseCurrency, salesCurrency }, withCosts }),
    [locations, purchaseCurrency, salesCurrency, withCosts],
  );
  return (
    <ListView
      address={address}
      query={query}
      words={s}
      filtered={filters.isAnySet(search)}
      summary={<StockSummary summary={list?.summary} stale={query.isStale} />}
      filters={<StockFilters address={address} locations={locations} list={list} />}
      empty={<EmptyState icon={PackageOpen} title={s.emptyTitle} text={s.emptyText} />}
      noMatch={
        <NoMatch
          icon={PackageSearch}
          title={s.noMatchTitle}
          text={s.noMatchText}
          onClear={() => address.change(filters.none)}
        />
      }
      table={{
        columns,
        rowId: (row) => String(row.productId),
        renderCard: (row) => (
          <StockCard row={row} locations={locations} currencies={{ purchaseCurrency, salesCurrency }} />
        ),
        ordering: search.orden ?? 'name',
        onOrderingChange: (next) => address.change({ orden: parseOneOf(orderings, next) }),
      }}
    />
  );
}
