import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PackageSearch, Plus, RotateCw, Truck } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useHotkey } from '@/lib/hotkeys';
import { type ListAddress, useListAddress } from '@/lib/list-address';
import { useCan } from '@/lib/permissions';
import { useKeptQuery } from '@/lib/use-kept-query';
import { Button } from '@/ui/button';
import { DataTable } from '@/ui/data-table';
import { ListCard } from '@/ui/list-card';
import { PageHeader } from '@/ui/page-header';
import { Pagination } from '@/ui/pagination';
import { EmptyState, LoadingRegion, NoMatch } from '@/ui/states';
import { filtersOf, type OrderList, orderSummaryQuery, ordersQuery } from './api';
import { OrderCard, orderColumns } from './order-columns';
import { OrderFilters } from './order-filters';
import { OrderSummary } from './order-summary';
import { defaultOrdering, isFiltered, noFilters, type OrdersSearch, parseOrdering } from './search';
import { strings } from './strings';

const NewOrderDialog = lazy(() => import('./new-order-dialog'));
const route = getRouteApi('/_app/pedidos');

export function OrdersPage() {
  const address = useListAddress<OrdersSearch>(route.useSearch());
  const navigate = route.useNavigate();
  const canEdit = useCan('orders.edit');

  /** The form has an address, so that any screen can lead to it; closing it does not fill the back button. */
  function showForm(nuevo: 'si' | undefined) {
    void navigate({ search: (before) => ({ ...before, nuevo }), replace: true, resetScroll: false });
  }

  return (
    <>
      <Orders address={address} onCreate={canEdit ? () => showForm('si') : null} />
      <Suspense>
        {address.search.nuevo !== undefined && canEdit ? (
          <NewOrderDialog
            onClose={() => showForm(undefined)}
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
  const { page, limit } = address;
  const query = useKeptQuery(ordersQuery({ ...filtersOf(address.search), page, limit }));
  const summary = useQuery(orderSummaryQuery);
  const { data: list, error } = query;
  const isEmpty = list?.count === 0 && !isFiltered(address.search) && !error;

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
      {isEmpty || (error && !list) ? null : <OrderSummary query={summary} />}
      <ListCard
        label={strings.list}
        failedTitle={strings.loadFailed}
        error={error}
        loadedAt={query.loadedAt}
        onRetry={refresh}
      >
        {isEmpty ? (
          <Empty onCreate={onCreate} />
        ) : (
          <>
            <OrderFilters
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
              <OrderTable address={address} list={list} stale={query.isStale} />
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

type OrderTableProps = {
  address: ListAddress<OrdersSearch>;
  list: OrderList | undefined;
  stale: boolean;
};

function OrderTable({ address, list, stale }: OrderTableProps) {
  const table = (
    <DataTable
      label={strings.list}
      columns={orderColumns}
      rows={list?.results ?? []}
      rowId={(order) => String(order.id)}
      ordering={address.search.orden ?? defaultOrdering}
      onOrderingChange={(ordering) => address.change({ orden: parseOrdering(ordering) })}
      renderCard={(order) => <OrderCard order={order} />}
      linkedRows
      loading={!list}
      stale={stale}
      minWidth="min-w-[60rem]"
    />
  );
  return list ? table : <LoadingRegion label={strings.loading}>{table}</LoadingRegion>;
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
      // A line that is not known yet keeps its place, so that nothing moves when it arrives.
      subtitle={<span className="num">{count === undefined ? '\u00a0' : strings.total(count)}</span>}
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
          {onCreate ? <CreateButton onCreate={onCreate} /> : null}
        </>
      }
    />
  );
}

function CreateButton({ onCreate }: { onCreate: () => void }) {
  return (
    <Button variant="primary" className="max-sm:flex-1" onClick={onCreate}>
      <Plus aria-hidden />
      {strings.create}
    </Button>
  );
}

function Empty({ onCreate }: { onCreate: OnCreate }) {
  return (
    <EmptyState
      icon={Truck}
      title={strings.emptyTitle}
      text={onCreate ? strings.emptyText : strings.emptyReadOnly}
    >
      {onCreate ? <CreateButton onCreate={onCreate} /> : null}
    </EmptyState>
  );
}
