import { getRouteApi } from '@tanstack/react-router';
import { Factory, FileUp, PackageSearch, ShoppingCart, Truck } from 'lucide-react';
import { Suspense } from 'react';
import { useHotkey } from '@/lib/hotkeys';
import { type ListAddress, useListAddress } from '@/lib/list-address';
import { useCan } from '@/lib/permissions';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState, NoMatch } from '@/ui/feedback/states';
import { ButtonLink } from '@/ui/form/button-link';
import { PageHeader } from '@/ui/layout/page-header';
import { CreateButton } from '@/ui/list/list-buttons';
import { ListView } from '@/ui/list/list-view';
import { SelectionContext, useSelectionState } from '@/ui/list/selection';
import { lazy } from '@/ui/overlay/lazy';
import { filters, filtersOf, type PurchaseList, purchasesQuery } from './api';
import { columnsFor, PurchaseCard } from './purchase-columns';
import { PurchaseFilters } from './purchase-filters';
import { defaultOrdering, type PurchasesSearch, parseOrdering } from './search';
import { SendBar } from './send-bar';
import { strings } from './strings';

const NewPurchaseDialog = lazy(() => import('./new-purchase-dialog'));
const route = getRouteApi('/_app/compras');

export function PurchasesPage() {
  const address = useListAddress<PurchasesSearch>(route.useSearch());
  const navigate = route.useNavigate();
  const canEdit = useCan('purchases.edit');
  const { nueva, proveedor } = address.search;
  return (
    <>
      <Purchases address={address} onCreate={canEdit ? () => address.keepPage({ nueva: 'si' }) : null} />
      <Suspense>
        {nueva !== undefined && canEdit ? (
          <NewPurchaseDialog
            supplierId={proveedor}
            onClose={() => address.keepPage({ nueva: undefined, proveedor: undefined })}
            onCreated={({ id }) => void navigate({ to: '/compras/$id', params: { id: String(id) } })}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** How many drafts leave at once. */
const sendMax = 100;

/** Null for those who may only look. */
type OnCreate = (() => void) | null;

function Purchases({ address, onCreate }: { address: ListAddress<PurchasesSearch>; onCreate: OnCreate }) {
  const { search, page, limit } = address;
  const query = useKeptQuery(purchasesQuery({ ...filtersOf(search), page, limit }));
  const { data: list } = query;
  const withCosts = useCan('costs.read');
  const selection = useSelectionState(sendMax);
  useHotkey('n', () => onCreate?.());
  return (
    <SelectionContext value={selection}>
      <Header list={list} onCreate={onCreate} />
      <ListView
        address={address}
        query={query}
        words={strings}
        filtered={filters.isAnySet(search)}
        filters={
          <>
            <PurchaseFilters address={address} list={list} />
            <SendBar />
          </>
        }
        empty={
          <EmptyState
            icon={ShoppingCart}
            title={strings.emptyTitle}
            text={onCreate ? strings.emptyText : strings.emptyReadOnly}
          >
            {onCreate ? <CreateButton label={strings.create} onClick={onCreate} /> : null}
          </EmptyState>
        }
        noMatch={
          <NoMatch
            icon={PackageSearch}
            title={strings.emptyTitle}
            text={strings.noMatchText}
            onClear={() => address.change(filters.none)}
          />
        }
        table={{
          columns: columnsFor({ withCosts, canSend: onCreate !== null }),
          rowId: (purchase) => String(purchase.id),
          renderCard: (purchase) => <PurchaseCard purchase={purchase} canSend={onCreate !== null} />,
          linkedRows: true,
          ordering: search.orden ?? defaultOrdering,
          onOrderingChange: (ordering) => address.change({ orden: parseOrdering(ordering) }),
        }}
      />
    </SelectionContext>
  );
}

function Header({ list, onCreate }: { list: PurchaseList | undefined; onCreate: OnCreate }) {
  const all = list ? Object.values(list.states).reduce((sum, count) => sum + count, 0) : undefined;
  return (
    <PageHeader
      title={strings.title}
      subtitle={all === undefined ? null : strings.total(all)}
      actions={
        <>
          <ButtonLink to="/proveedores" className="max-sm:flex-1">
            <Factory aria-hidden />
            {strings.suppliers}
          </ButtonLink>
          <ButtonLink to="/compras/pendiente" className="max-sm:flex-1">
            <Truck aria-hidden />
            {strings.pending}
          </ButtonLink>
          {onCreate ? (
            <ButtonLink to="/compras/importar" className="max-sm:flex-1">
              <FileUp aria-hidden />
              {strings.importLines}
            </ButtonLink>
          ) : null}
          {onCreate ? <CreateButton label={strings.create} onClick={onCreate} /> : null}
        </>
      }
    />
  );
}
