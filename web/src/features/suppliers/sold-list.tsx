import { getRouteApi } from '@tanstack/react-router';
import { FileUp, PackagePlus, PackageSearch } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { useListAddress } from '@/lib/list-address';
import { useCan } from '@/lib/permissions';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState, NoMatch } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { CardHeader } from '@/ui/layout/card';
import { ListFilterBar } from '@/ui/list/list-filter-bar';
import { ListView } from '@/ui/list/list-view';
import { lazy } from '@/ui/overlay/lazy';
import { type Sold, type Supplier, soldFilters, soldQuery } from './api';
import type { SupplierSearch } from './search';
import { SoldCard, soldColumns } from './sold-columns';
import { soldStrings as s } from './strings';

const SoldDialog = lazy(() => import('./sold-dialog'));
const PricesDialog = lazy(() => import('./prices-dialog'));
const RemoveSoldDialog = lazy(() => import('./remove-sold-dialog'));
const route = getRouteApi('/_app/proveedores_/$id');

/** What can be done with a row of what a supplier sells. */
export type SoldAsked = { kind: 'add' } | { kind: 'edit' | 'prices' | 'remove'; sold: Sold };

/** What the supplier sells, found by our names and by theirs. */
export function SoldList({ supplier }: { supplier: Supplier }) {
  const address = useListAddress<SupplierSearch>(route.useSearch());
  const { search, page, limit } = address;
  const query = useKeptQuery(soldQuery(supplier.id, { search: search.buscar, page, limit }));
  const [asked, setAsked] = useState<SoldAsked | null>(null);
  const canEdit = useCan('purchases.edit') && supplier.mergedInto === null;
  const withCosts = useCan('costs.read');
  const columns = useMemo(() => soldColumns({ canEdit, withCosts, ask: setAsked }), [canEdit, withCosts]);
  const add = () => setAsked({ kind: 'add' });
  const close = () => setAsked(null);
  return (
    <>
      <ListView
        address={address}
        query={query}
        words={s}
        label={s.title}
        filtered={soldFilters.isAnySet(search)}
        header={
          <CardHeader title={s.title} description={s.hint} action={canEdit ? <Actions onAdd={add} /> : undefined} />
        }
        filters={
          <ListFilterBar address={address} filters={soldFilters} list={query.data} words={s}>
            {null}
          </ListFilterBar>
        }
        empty={<EmptyState icon={PackagePlus} title={s.emptyTitle} text={s.emptyText} />}
        noMatch={
          <NoMatch
            icon={PackageSearch}
            title={s.emptyTitle}
            text={s.noMatchText}
            onClear={() => address.change(soldFilters.none)}
          />
        }
        table={{
          columns,
          rowId: (sold) => String(sold.id),
          renderCard: (sold) => <SoldCard sold={sold} canEdit={canEdit} ask={setAsked} />,
        }}
      />
      <Suspense>
        {asked?.kind === 'add' ? <SoldDialog supplier={supplier} sold={null} onClose={close} /> : null}
        {asked?.kind === 'edit' ? <SoldDialog supplier={supplier} sold={asked.sold} onClose={close} /> : null}
        {asked?.kind === 'prices' ? <PricesDialog sold={asked.sold} onClose={close} /> : null}
        {asked?.kind === 'remove' ? <RemoveSoldDialog sold={asked.sold} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function Actions({ onAdd }: { onAdd: () => void }) {
  const canImport = useCan('files.import');
  return (
    <span className="flex flex-wrap gap-2">
      {canImport ? (
        <ButtonLink to="/proveedores/importar" size="sm">
          <FileUp aria-hidden />
          {s.importPrices}
        </ButtonLink>
      ) : null}
      <Button size="sm" onClick={onAdd}>
        <PackagePlus aria-hidden />
        {s.add}
      </Button>
    </span>
  );
}
