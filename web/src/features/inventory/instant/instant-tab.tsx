import { PackageOpen, PackageSearch } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { useActiveLocations } from '@/features/shared/use-locations';
import { today } from '@/lib/business-day';
import { formatDateTime, formatInteger, formatMoney } from '@/lib/format';
import { parseOneOf } from '@/lib/list-search';
import { useCan } from '@/lib/permissions';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState, NoMatch } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { DateField } from '@/ui/form/date-field';
import { Segmented } from '@/ui/form/segmented';
import { type Figure, Figures } from '@/ui/layout/figures';
import { ListView } from '@/ui/list/list-view';
import { lazy } from '@/ui/overlay/lazy';
import { stockQuery } from '../api';
import { instantOrderings } from '../search';
import { StockFilters } from '../stock-filters';
import { filters, filtersOf, type StockAddress, useStockAddress } from '../use-stock-address';
import type { Instant, Method } from './api';
import { Closings } from './closings';
import { Comparison } from './comparison';
import { InstantCard, instantColumns } from './instant-columns';
import { shownDay } from './shown-day';
import { instantStrings as s } from './strings';
import { InstantTotals } from './totals';

const CloseDialog = lazy(() => import('./close-dialog'));
const SheetDialog = lazy(() => import('./sheet-dialog'));

const methods = [
  { value: 'pmp', label: s.methods.pmp },
  { value: 'fifo', label: s.methods.fifo },
] as const;

/** What there was on a day, and what it was worth: from the movements alone. */
export default function InstantTab() {
  const address = useStockAddress();
  const { search, page, limit } = address;
  const withCosts = useCan('costs.read');
  const day = search.fecha ?? today();
  const method = search.metodo ?? 'pmp';
  const query = useKeptQuery(stockQuery({ ...filtersOf(search), at: day, method, page, limit }));
  const { data: list } = query;
  const instant = list?.instant;
  const locations = useActiveLocations();
  const currency = instant?.costCurrency ?? 'EUR';
  const columns = useMemo(() => instantColumns({ locations, currency, withCosts }), [locations, currency, withCosts]);
  return (
    <div className="stack-5">
      <Toolbar address={address} day={day} method={method} />
      {withCosts && search.comparar !== undefined ? (
        <Comparison from={search.comparar} to={day} method={method} />
      ) : null}
      <ListView
        address={address}
        query={query}
        words={s}
        filtered={filters.isAnySet(search)}
        summary={<Summary instant={instant} stale={query.isStale} withCosts={withCosts} />}
        filters={<StockFilters address={address} locations={locations} list={list} ofInstant />}
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
          renderCard: (row) => <InstantCard row={row} currency={currency} withCosts={withCosts} />,
          ordering: search.orden ?? 'name',
          onOrderingChange: (next) => address.change({ orden: parseOneOf(instantOrderings, next) }),
        }}
      />
      {withCosts && instant && instant.totals.products > 0 ? <InstantTotals instant={instant} /> : null}
      {withCosts ? <Closings /> : null}
    </div>
  );
}

type ToolbarProps = { address: StockAddress; day: string; method: Method };

function Toolbar({ address: { search, change }, day, method }: ToolbarProps) {
  const withCosts = useCan('costs.read');
  const [dialog, setDialog] = useState<'sheet' | 'close' | null>(null);
  const now = today();
  const shown = shownDay(day);
  const close = () => setDialog(null);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <DateField
        label={s.date}
        value={day}
        max={now}
        onValueChange={(fecha) => change({ fecha: fecha === '' ? undefined : fecha })}
        className="w-40"
      />
      {withCosts ? (
        <>
          <Segmented
            label={s.method}
            segments={methods}
            value={method}
            onValueChange={(metodo) => change({ metodo: metodo === 'pmp' ? undefined : metodo })}
          />
          <DateField
            label={s.compareWith}
            value={search.comparar ?? ''}
            max={day}
            onValueChange={(comparar) => change({ comparar: comparar === '' ? undefined : comparar })}
            className="w-40"
          />
          <div className="flex gap-2 max-sm:w-full sm:ml-auto">
            <Button className="max-sm:flex-1" onClick={() => setDialog('sheet')}>
              {s.download}
            </Button>
            <Button className="max-sm:flex-1" disabled={day >= now} onClick={() => setDialog('close')}>
              {s.close}
            </Button>
          </div>
        </>
      ) : null}
      <Suspense>
        {dialog === 'sheet' ? <SheetDialog day={day} shownDay={shown} method={method} onClose={close} /> : null}
        {dialog === 'close' ? <CloseDialog day={day} shownDay={shown} method={method} onClose={close} /> : null}
      </Suspense>
    </div>
  );
}

function figuresOf({ at, totals, costCurrency = 'EUR' }: Instant, withCosts: boolean): Figure[] {
  const { products, units, costValue = 0, withoutCost = 0, unitsWithoutCost = 0 } = totals;
  const stock = [
    { label: s.products, value: formatInteger(products) },
    { label: s.units, value: formatInteger(units), note: s.at(formatDateTime(at)) },
  ];
  if (!withCosts) return stock;
  return [
    ...stock,
    {
      label: s.value,
      value: products > 0 && withoutCost === products ? s.unknown : formatMoney(costValue, costCurrency),
    },
    {
      label: s.withoutCost,
      value: formatInteger(withoutCost),
      note: withoutCost > 0 ? s.notInValue(unitsWithoutCost) : s.allCosts,
    },
  ];
}

type SummaryProps = { instant: Instant | undefined; stale: boolean; withCosts: boolean };

function Summary({ instant, stale, withCosts }: SummaryProps) {
  return (
    <div className="stack-2">
      <Figures
        label={s.summary}
        loadingLabel={s.loading}
        labels={withCosts ? [s.products, s.units, s.value, s.withoutCost] : [s.products, s.units]}
        figures={instant && figuresOf(instant, withCosts)}
        noted
        stale={stale}
      />
      {instant ? (
        <p className="text-xs text-ink-3" title={s.hashHint}>
          {s.hash}: <span className="code break-all">{instant.hash}</span>
        </p>
      ) : null}
    </div>
  );
}
