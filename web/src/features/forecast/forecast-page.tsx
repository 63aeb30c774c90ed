import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CalendarRange, ChartNoAxesCombined, FileChartColumn, PackageSearch, ShoppingCart } from 'lucide-react';
import { Suspense, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { type ListAddress, useListAddress } from '@/lib/list-address';
import { useCan } from '@/lib/permissions';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState, NoMatch } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { PageHeader } from '@/ui/layout/page-header';
import { RefreshButton } from '@/ui/list/list-buttons';
import { ListView } from '@/ui/list/list-view';
import { SelectionContext, useSelectionState } from '@/ui/list/selection';
import { lazy } from '@/ui/overlay/lazy';
import { type ForecastList, filtersOf, forecastRunQuery, forecastsQuery, useRefreshForecasts } from './api';
import { type ForecastDialog, OpenDialogContext } from './forecast-actions';
import { ForecastCard, forecastColumns, selectableColumns } from './forecast-columns';
import { ForecastFilters } from './forecast-filters';
import { OrderBar } from './order-bar';
import { defaultOrdering, type ForecastSearch, filters, parseOrdering } from './search';
import { strings } from './strings';

const AdjustForecast = lazy(() => import('./adjust-forecast'));
const ConfigureDialog = lazy(() => import('./configure-dialog'));
const WorkingPanel = lazy(() => import('./working-panel'));
const ReportDialog = lazy(() => import('./report-dialog'));
const EventsPanel = lazy(() => import('./events-panel'));
const OrdersDialog = lazy(() => import('@/features/shared/reorder/orders-dialog'));
const route = getRouteApi('/_app/prevision-stock');

export function ForecastPage() {
  const address = useListAddress<ForecastSearch>(route.useSearch());
  const [dialog, setDialog] = useState<ForecastDialog | null>(null);
  const { producto, eventos } = address.search;
  return (
    <OpenDialogContext value={setDialog}>
      <Forecasts address={address} />
      <Suspense>
        {producto === undefined ? null : (
          <WorkingPanel productId={producto} onClose={() => address.keepPage({ producto: undefined })} />
        )}
        {eventos === undefined ? null : <EventsPanel onClose={() => address.keepPage({ eventos: undefined })} />}
        {dialog?.kind === 'adjust' ? (
          <AdjustForecast productId={dialog.row.productId} onClose={() => setDialog(null)} />
        ) : null}
        {dialog?.kind === 'configure' ? (
          <ConfigureDialog productId={dialog.row.productId} onClose={() => setDialog(null)} />
        ) : null}
      </Suspense>
    </OpenDialogContext>
  );
}

function Forecasts({ address }: { address: ListAddress<ForecastSearch> }) {
  const { search, page, limit } = address;
  const query = useKeptQuery(forecastsQuery({ ...filtersOf(search), page, limit }));
  const selection = useSelectionState();
  const canBuy = useCan('purchases.edit');
  return (
    <SelectionContext value={selection}>
      <Header address={address} fetching={query.isFetching} list={query.data} />
      <ListView
        address={address}
        query={query}
        words={strings}
        filtered={filters.isAnySet(search)}
        filters={
          <>
            <ForecastFilters address={address} list={query.data} />
            <OrderBar />
          </>
        }
        empty={
          <EmptyState icon={ChartNoAxesCombined} title={strings.emptyTitle} text={strings.emptyText}>
            <ButtonLink to="/productos">{strings.toProducts}</ButtonLink>
          </EmptyState>
        }
        noMatch={
          <NoMatch
            icon={PackageSearch}
            title={strings.noMatchTitle}
            text={strings.noMatchText}
            onClear={() => address.change(filters.none)}
          />
        }
        table={{
          columns: canBuy ? selectableColumns : forecastColumns,
          rowId: (row) => String(row.productId),
          renderCard: (row) => <ForecastCard row={row} />,
          linkedRows: true,
          ordering: search.orden ?? defaultOrdering,
          onOrderingChange: (ordering) => address.change({ orden: parseOrdering(ordering) }),
        }}
      />
    </SelectionContext>
  );
}

/** No product by name: all that the forecast asks for. */
const everything: number[] = [];

type HeaderProps = {
  address: ListAddress<ForecastSearch>;
  fetching: boolean;
  list: ForecastList | undefined;
};

function Header({ address, fetching, list }: HeaderProps) {
  const [reporting, setReporting] = useState(false);
  const [ordering, setOrdering] = useState(false);
  const canBuy = useCan('purchases.edit');
  const { data: run } = useQuery(forecastRunQuery);
  const refresh = useRefreshForecasts();
  const working = run !== undefined && run.state !== 'done';

  return (
    <>
      <PageHeader
        title={strings.title}
        subtitle={
          // Two lines on a phone, whatever it says.
          <span aria-live="polite" className="max-sm:block max-sm:min-h-11">
            {run === undefined
              ? strings.subtitle
              : working
                ? strings.calculating(run.done, run.total)
                : `${strings.subtitle}. ${strings.calculated(run.endedAt ?? run.askedAt)}`}
          </span>
        }
        actions={
          <>
            <RefreshButton
              busy={fetching || refresh.isPending || working}
              onClick={() =>
                refresh.mutate(undefined, {
                  onError: (error) =>
                    showToast({ type: 'error', title: strings.refreshFailed, description: errorText(error) }),
                })
              }
            />
            <Button className="max-sm:flex-1" onClick={() => address.keepPage({ eventos: 'si' })}>
              <CalendarRange aria-hidden />
              {strings.events}
            </Button>
            <Button
              variant={canBuy ? 'secondary' : 'primary'}
              className="max-sm:flex-1"
              disabled={list === undefined}
              onClick={() => setReporting(true)}
            >
              <FileChartColumn aria-hidden />
              {strings.report}
            </Button>
            {canBuy ? (
              <Button variant="primary" className="max-sm:flex-1" onClick={() => setOrdering(true)}>
                <ShoppingCart aria-hidden />
                {strings.order}
              </Button>
            ) : null}
          </>
        }
      />
      <Suspense>
        {ordering ? <OrdersDialog productIds={everything} onClose={() => setOrdering(false)} /> : null}
        {reporting && list ? (
          <ReportDialog
            filters={filtersOf(address.search)}
            count={strings.products(list.count, list.countIsCapped === true)}
            onClose={() => setReporting(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
