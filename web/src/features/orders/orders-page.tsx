import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FileUp, PackageSearch, Truck, Webhook } from 'lucide-react';
import { Suspense } from 'react';
import { useHotkey } from '@/lib/hotkeys';
import { type ListAddress, useListAddress } from '@/lib/list-address';
import { useCan } from '@/lib/permissions';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState, NoMatch } from '@/ui/feedback/states';
import { ButtonLink } from '@/ui/form/button-link';
import { PageHeader } from '@/ui/layout/page-header';
import { CreateButton, RefreshButton } from '@/ui/list/list-buttons';
import { ListView } from '@/ui/list/list-view';
import { lazy } from '@/ui/overlay/lazy';
import { filters, filtersOf, orderSummaryQuery, ordersQuery } from './api';
import { OrderCard, orderColumns } from './order-columns';
import { OrderFilters } from './order-filters';
import { OrderSummary } from './order-summary';
import { defaultOrdering, type OrdersSearch, parseOrdering } from './search';
import { strings } from './strings';

const NewOrderDialog = lazy(() => import('./new-order-dialog'));
const route = getRouteApi('/_app/pedidos');

export function OrdersPage() {
  const address = useListAddress<OrdersSearch>(route.useSearch());
  const navigate = route.useNavigate();
  const canEdit = useCan('orders.edit');
  // The form has an address, so that any screen can lead to it; closing it does not fill the back button.
  return (
    <>
      <Orders address={address} onCreate={canEdit ? () => address.keepPage({ nuevo: 'si' }) : null} />
      <Suspense>
        {address.search.nuevo !== undefined && canEdit ? (
          <NewOrderDialog
            onClose={() => address.keepPage({ nuevo: undefined })}
            onCreated={({ id }) => void navigate({ to: '/pedidos/$id', params: { id: String(id) } })}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** Null for those who may only look. */
type OnCreate = (() => void) | null;

function Orders({ address, onCreate }: { address: ListAddress<OrdersSearch>; onCreate: OnCreate }) {
  const { search, page, limit } = address;
  const query = useKeptQuery(ordersQuery({ ...filtersOf(search), page, limit }));
  const summary = useQuery(orderSummaryQuery);

  function refresh() {
    query.retry();
    void summary.refetch();
  }

  return (
    <>
      <Header
        count={summary.data?.totalOrders}
        fetching={query.isFetching || summary.isFetching}
        onRefresh={refresh}
        onCreate={onCreate}
      />
      <ListView
        address={address}
        query={query}
        onRetry={refresh}
        words={strings}
        filtered={filters.isAnySet(search)}
        summary={<OrderSummary query={summary} />}
        filters={<OrderFilters address={address} list={query.data} />}
        empty={<Empty onCreate={onCreate} />}
        noMatch={
          <NoMatch
            icon={PackageSearch}
            title={strings.emptyTitle}
            text={strings.noMatchText}
            onClear={() => address.change(filters.none)}
          />
        }
        table={{
          columns: orderColumns,
          rowId: (order) => String(order.id),
          renderCard: (order) => <OrderCard order={order} />,
          linkedRows: true,
          ordering: search.orden ?? defaultOrdering,
          onOrderingChange: (ordering) => address.change({ orden: parseOrdering(ordering) }),
        }}
      />
    </>
  );
}

type HeaderProps = {
  /** How many there are in all, whatever the filters below hide. */
  count: number | undefined;
  fetching: boolean;
  onRefresh: () => void;
  onCreate: OnCreate;
};

function Header({ count, fetching, onRefresh, onCreate }: HeaderProps) {
  useHotkey('n', () => onCreate?.());
  return (
    <PageHeader
      title={strings.title}
      subtitle={count === undefined ? null : strings.total(count)}
      actions={
        <>
          <RefreshButton busy={fetching} onClick={onRefresh} />
          <ImportLink />
          <WebhookLink />
          {onCreate ? <CreateButton label={strings.create} onClick={onCreate} /> : null}
        </>
      }
    />
  );
}

/** Leads to the shops that send orders; hidden from those who may not look at them. */
function WebhookLink() {
  if (!useCan('deliveries.read')) return null;
  return (
    <ButtonLink to="/configuracion" search={{ seccion: 'integraciones' }} className="max-sm:flex-1">
      <Webhook aria-hidden />
      {strings.webhook}
    </ButtonLink>
  );
}

/** Its word gives way on phones, where the buttons share a line. */
function ImportLink() {
  if (!useCan('files.import')) return null;
  return (
    <ButtonLink to="/pedidos/importar" aria-label={strings.import} className="max-sm:px-2.5">
      <FileUp aria-hidden />
      <span className="max-sm:hidden">{strings.import}</span>
    </ButtonLink>
  );
}

function Empty({ onCreate }: { onCreate: OnCreate }) {
  return (
    <EmptyState icon={Truck} title={strings.emptyTitle} text={onCreate ? strings.emptyText : strings.emptyReadOnly}>
      {onCreate ? <CreateButton label={strings.create} onClick={onCreate} /> : null}
    </EmptyState>
  );
}
