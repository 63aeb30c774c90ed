import { getRouteApi } from '@tanstack/react-router';
import { Factory, SearchX, ShoppingCart } from 'lucide-react';
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
import { lazy } from '@/ui/overlay/lazy';
import { filters, filtersOf, suppliersQuery } from './api';
import { defaultOrdering, parseOrdering, type SuppliersSearch } from './search';
import { strings } from './strings';
import { SupplierCard, supplierColumns, supplierColumnsWithSpend } from './supplier-columns';
import { SupplierFilters } from './supplier-filters';

const SupplierDialog = lazy(() => import('./supplier-dialog'));
const route = getRouteApi('/_app/proveedores');

export function SuppliersPage() {
  const address = useListAddress<SuppliersSearch>(route.useSearch());
  const navigate = route.useNavigate();
  const canEdit = useCan('purchases.edit');
  return (
    <>
      <Suppliers address={address} onCreate={canEdit ? () => address.keepPage({ nuevo: 'si' }) : null} />
      <Suspense>
        {address.search.nuevo !== undefined && canEdit ? (
          <SupplierDialog
            supplier={null}
            onClose={() => address.keepPage({ nuevo: undefined })}
            onSaved={({ id }) => void navigate({ to: '/proveedores/$id', params: { id: String(id) } })}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** Null for those who may only look. */
type OnCreate = (() => void) | null;

function Suppliers({ address, onCreate }: { address: ListAddress<SuppliersSearch>; onCreate: OnCreate }) {
  const { search, page, limit } = address;
  const query = useKeptQuery(suppliersQuery({ ...filtersOf(search), page, limit }));
  const { data: list } = query;
  const filtered = filters.isAnySet(search);
  const withSpend = useCan('costs.read');
  useHotkey('n', () => onCreate?.());
  return (
    <>
      <PageHeader
        title={strings.title}
        subtitle={list && !filtered ? strings.total(list.count, list.countIsCapped ?? false) : null}
        actions={
          <>
            <ButtonLink to="/compras" className="max-sm:flex-1">
              <ShoppingCart aria-hidden />
              {strings.purchases}
            </ButtonLink>
            {onCreate ? <CreateButton label={strings.create} onClick={onCreate} /> : null}
          </>
        }
      />
      <ListView
        address={address}
        query={query}
        words={strings}
        filtered={filtered}
        filters={<SupplierFilters address={address} list={list} />}
        empty={
          <EmptyState
            icon={Factory}
            title={strings.emptyTitle}
            text={onCreate ? strings.emptyText : strings.emptyReadOnly}
          >
            {onCreate ? <CreateButton label={strings.create} onClick={onCreate} /> : null}
          </EmptyState>
        }
        noMatch={
          <NoMatch
            icon={SearchX}
            title={strings.emptyTitle}
            text={strings.noMatchText}
            onClear={() => address.change(filters.none)}
          />
        }
        table={{
          columns: withSpend ? supplierColumnsWithSpend : supplierColumns,
          rowId: (supplier) => String(supplier.id),
          renderCard: (supplier) => <SupplierCard supplier={supplier} />,
          linkedRows: true,
          ordering: search.orden ?? defaultOrdering,
          onOrderingChange: (ordering) => address.change({ orden: parseOrdering(ordering) }),
        }}
      />
    </>
  );
}
