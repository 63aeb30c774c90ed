import { FileUp, PackageOpen, PackageSearch, Plus } from 'lucide-react';
import { useHotkey } from '@/lib/hotkeys';
import { useIsPhone } from '@/lib/media';
import { useCan } from '@/lib/permissions';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState, LoadingRegion, NoMatch } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { DataTable } from '@/ui/list/data-table';
import { ListCard } from '@/ui/list/list-card';
import { ListPagination } from '@/ui/list/list-pagination';
import { type DrawnList, useDrawnList } from '@/ui/list/use-drawn-list';
import { type Product, type ProductList, productsQuery } from '../api';
import { BulkBar } from '../bulk/bulk-bar';
import { SelectionContext, useSelectionState } from '../bulk/selection';
import { focusedProduct } from '../form/product-dialogs';
import { useOpenDialog } from '../product-actions';
import { strings } from '../strings';
import { isFiltered } from './filters';
import { ProductCards, ProductCardsSkeleton } from './product-cards';
import { productColumns, selectableColumns } from './product-columns';
import { orderings } from './search';
import { Toolbar } from './toolbar';
import type { ProductsAddress } from './use-products-address';

export function ProductsList({ address }: { address: ProductsAddress }) {
  const { data, error, loadedAt, isStale, retry } = useKeptQuery(productsQuery(address.query));
  const drawn = useDrawnList(data, isStale);
  const { list, busy } = drawn;
  const selection = useSelectionState();
  // A list without a match may still be there when its filters are gone; whoever just took them back types on.
  const isEmpty = list?.count === 0 && !isFiltered(address.search) && !busy && !error;
  return (
    <SelectionContext value={selection}>
      <ListCard
        label={strings.list}
        failedTitle={strings.loadFailed}
        error={error}
        loadedAt={loadedAt}
        onRetry={retry}
      >
        {isEmpty ? (
          <Empty />
        ) : (
          <>
            <Toolbar address={address} list={list} />
            <BulkBar />
            <Rows address={address} failed={error !== null} {...drawn} />
          </>
        )}
        <ListPagination address={address} list={list} stale={busy} />
      </ListCard>
    </SelectionContext>
  );
}

type RowsProps = DrawnList<ProductList> & { address: ProductsAddress; failed: boolean };

function Rows({ address, failed, list, dimmed, busy }: RowsProps) {
  const isPhone = useIsPhone();
  const canEdit = useCan('products.edit');
  useAdjustHotkey(list?.results ?? []);
  // Nothing has ever arrived: the banner above says why and offers to try again.
  if (!list && failed) return null;
  if (list?.results.length === 0) return <Nothing address={address} />;
  if (isPhone || address.search.vista === 'tarjetas') {
    return list ? <ProductCards products={list.results} stale={dimmed} busy={busy} /> : <CardsLoading />;
  }
  const table = (
    <DataTable
      label={strings.list}
      columns={canEdit ? selectableColumns : productColumns}
      rows={list?.results ?? []}
      rowId={(product) => String(product.idProduct)}
      renderCard={(product) => product.name}
      ordering={address.search.orden ?? '-createdAt'}
      onOrderingChange={(next) => address.change({ orden: orderings.find((ordering) => ordering === next) })}
      loading={!list}
      stale={dimmed}
      busy={busy}
      // A picture stands before each name.
      minWidth="min-w-[69rem]"
    />
  );
  // Under the toolbar the table has square corners of its own.
  const frame = 'rounded-none border-t border-line';
  if (list) return <div className={frame}>{table}</div>;
  return (
    <LoadingRegion label={strings.loading} className={frame}>
      {table}
    </LoadingRegion>
  );
}

function CardsLoading() {
  return (
    <LoadingRegion label={strings.loading}>
      <ProductCardsSkeleton />
    </LoadingRegion>
  );
}

function Nothing({ address }: { address: ProductsAddress }) {
  return (
    <NoMatch
      icon={PackageSearch}
      title={strings.noMatchTitle}
      text={strings.noMatchText}
      onClear={address.clearFilters}
    />
  );
}

function useAdjustHotkey(products: Product[]) {
  const open = useOpenDialog();
  const canAdjust = useCan('stock.adjust');
  useHotkey('a', () => {
    const product = focusedProduct(products);
    if (product && canAdjust) open({ kind: 'adjust', product });
  });
}

function Empty() {
  const open = useOpenDialog();
  const canEdit = useCan('products.edit');
  const canImport = useCan('files.import');
  return (
    <EmptyState
      icon={PackageOpen}
      title={strings.emptyTitle}
      text={canEdit ? strings.emptyText : strings.emptyReadOnly}
    >
      {canEdit ? (
        <Button variant="primary" onClick={() => open({ kind: 'create', barcode: '' })}>
          <Plus aria-hidden />
          {strings.create}
        </Button>
      ) : null}
      {canImport ? (
        <ButtonLink to="/productos/importar">
          <FileUp aria-hidden />
          {strings.importCsv}
        </ButtonLink>
      ) : null}
    </EmptyState>
  );
}
