import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { BellRing, SearchX } from 'lucide-react';
import { type ListAddress, useListAddress } from '@/lib/list-address';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState, NoMatch } from '@/ui/feedback/states';
import { PageHeader } from '@/ui/layout/page-header';
import { RefreshButton } from '@/ui/list/list-buttons';
import { ListView } from '@/ui/list/list-view';
import { AlertCard, alertColumns } from './alert-columns';
import { AlertDialogs } from './alert-dialogs';
import { AlertFilters } from './alert-filters';
import { AlertSummary } from './alert-summary';
import { alertSummaryQuery, alertsQuery, filtersOf } from './api';
import { filters } from './filters';
import { type AlertsSearch, defaultOrdering, parseOrdering } from './search';
import { strings } from './strings';

const route = getRouteApi('/_app/alertas-stock');

export function AlertsPage() {
  const address = useListAddress<AlertsSearch>(route.useSearch());
  return (
    <AlertDialogs>
      <Alerts address={address} />
    </AlertDialogs>
  );
}

function Alerts({ address }: { address: ListAddress<AlertsSearch> }) {
  const { search, page, limit } = address;
  const query = useKeptQuery(alertsQuery({ ...filtersOf(search), page, limit }));
  const summary = useQuery(alertSummaryQuery);
  const figures = summary.data;
  const isFiltered = filters.isAnySet(search);
  // Nothing open is good news, but those that rest or are settled can still be looked at.
  const others = (figures?.snoozed ?? 0) + (figures?.resolved ?? 0);

  function refresh() {
    query.retry();
    void summary.refetch();
  }

  return (
    <>
      <PageHeader
        title={strings.title}
        subtitle={figures === undefined ? null : strings.open(figures.open)}
        actions={<RefreshButton busy={query.isFetching || summary.isFetching} onClick={refresh} />}
      />
      <ListView
        address={address}
        query={query}
        onRetry={refresh}
        words={strings}
        filtered={isFiltered || others > 0}
        summary={<AlertSummary query={summary} />}
        filters={<AlertFilters address={address} list={query.data} summary={figures} />}
        empty={<NoAlerts />}
        noMatch={
          isFiltered ? (
            <NoMatch
              icon={SearchX}
              title={strings.emptyTitle}
              text={strings.noMatchText}
              onClear={() => address.change(filters.none)}
            />
          ) : (
            <NoAlerts />
          )
        }
        table={{
          columns: alertColumns,
          rowId: (alert) => String(alert.id),
          renderCard: (alert) => <AlertCard alert={alert} />,
          linkedRows: true,
          ordering: search.orden ?? (search.estado === 'resueltas' ? '' : defaultOrdering),
          onOrderingChange: (ordering) => address.change({ orden: parseOrdering(ordering) }),
        }}
      />
    </>
  );
}

function NoAlerts() {
  return <EmptyState icon={BellRing} title={strings.emptyTitle} text={strings.emptyText} />;
}
