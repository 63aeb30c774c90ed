import { useQuery } from '@tanstack/react-query';
import { FileUp, PackageOpen, PackageSearch, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { formatTime } from '@/lib/format';
import { useHotkey } from '@/lib/hotkeys';
import { useIsPhone } from '@/lib/media';
import { useCan } from '@/lib/permissions';
import { Button } from '@/ui/button';
import { ButtonLink } from '@/ui/button-link';
import { Card } from '@/ui/card';
import { DataTable } from '@/ui/data-table';
import { Pagination } from '@/ui/pagination';
import { EmptyState, ErrorBanner, LoadingRegion, NoMatch } from '@/ui/states';
import { type Product, type ProductList, productsQuery } from './api';
import { BulkBar } from './bulk-bar';
import { useOpenDialog } from './product-actions';
import { ProductCards, ProductCardsSkeleton } from './product-cards';
import { productColumns, selectableColumns } from './product-columns';
import { focusedProduct } from './product-dialogs';
import { isFiltered, orderings } from './search';
import { SelectionContext, useSelectionState } from './selection';
import { strings } from './strings';
import { Toolbar } from './toolbar';
import type { ProductsAddress } from './use-products-address';

type Loaded = { list: ProductList; at: number };

/** The list of the address, and the last one that arrived: it stays on screen when the next one fails. */
function useProducts(address: ProductsAddress) {
  const { data, dataUpdatedAt, error, isPlaceholderData, refetch } = useQuery(productsQuery(address.query));
  const [last, setLast] = useState<Loaded | null>(null);
  if (data && data !== last?.list) setLast({ list: data, at: dataUpdatedAt });
  return {
    loaded: data ? { list: data, at: dataUpdatedAt } : last,
    error,
    isStale: isPlaceholderData,
    refetch,
  };
}

/** A page past the last one, as after deleting its only product, gives way to the last that exists. */
function useExistingPage({ page, limit, keepPage }: ProductsAddress, list: ProductList | undefined) {
  const isPast = page > 1 && list?.results.length === 0;
  const last = Math.max(1, Math.ceil((list?.count ?? 0) / limit));
  const goToLast = useEffectEvent(() => keepPage({ pagina: last > 1 ? last : undefined }));
  useEffect(() => {
    if (isPast && last < page) goToLast();
  }, [isPast, last, page]);
}

export function ProductsList({ address }: { address: ProductsAddress }) {
  const { loaded, error, isStale, refetch } = useProducts(address);
  useExistingPage(address, isStale ? undefined : loaded?.list);
  const selection = useSelectionState();
  const [dismissed, setDismissed] = useState<unknown>(null);
  const filtered = isFiltered(address.search);
  const list = loaded?.list;
  const isEmpty = list?.count === 0 && !filtered && !error;

  return (
    <SelectionContext value={selection}>
      {error && error !== dismissed ? (
        <div className="mb-4">
          <ErrorBanner
            title={strings.loadFailed}
            text={loaded ? strings.staleSince(errorText(error), formatTime(loaded.at)) : errorText(error)}
            onRetry={() => void refetch()}
            onDismiss={() => setDismissed(error)}
          />
        </div>
      ) : null}
      <Card aria-label={strings.list}>
        {isEmpty ? (
          <Empty />
        ) : (
          <>
            <Toolbar address={address} count={list?.count} countIsCapped={list?.countIsCapped ?? false} />
            <BulkBar />
            <Rows address={address} list={list} failed={error !== null} stale={isStale || error !== null} />
          </>
        )}
        {list && list.count > 0 ? (
          <Pagination
            page={address.page}
            pageSize={address.limit}
            count={list.count}
            countIsCapped={list.countIsCapped ?? false}
            hrefOf={address.hrefOf}
            onPageChange={address.goTo}
            onPageSizeChange={(porPagina) => address.change({ porPagina })}
          />
        ) : null}
      </Card>
    </SelectionContext>
  );
}

type RowsProps = { address: ProductsAddress; list: ProductList | undefined; failed: boolean; stale: boolean };

function Rows({ address, list, failed, stale }: RowsProps) {
  const isPhone = useIsPhone();
  const canEdit = useCan('products.edit');
  useAdjustHotkey(list?.results ?? []);
  // Nothing has ever arrived: the banner above says why and offers to try again.
  if (!list && failed) return <div className="h-40 border-t border-line" />;
  if (list?.results.length === 0) return <Nothing address={address} />;
  if (isPhone || address.search.vista === 'tarjetas') {
    return list ? <ProductCards products={list.results} stale={stale} /> : <CardsLoading />;
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
      stale={stale}
      minWidth="min-w-[56rem]"
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
  const canImport = useCan('products.import');
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
