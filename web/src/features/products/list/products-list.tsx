import { FileUp, PackageOpen, PackageSearch, Plus } from 'lucide-react';
import { useHotkey } from '@/lib/hotkeys';
import { parseOneOf } from '@/lib/list-search';
import { useIsPhone } from '@/lib/media';
import { useCan } from '@/lib/permissions';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState, NoMatch } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { type InsteadOfTable, ListView } from '@/ui/list/list-view';
import { SelectionContext, useSelectionState } from '@/ui/list/selection';
import { type Product, productsQuery } from '../api';
import { BulkBar } from '../bulk/bulk-bar';
import { focusedProduct } from '../form/product-dialogs';
import { useOpenDialog } from '../product-actions';
import { strings } from '../strings';
import { filters, filtersOf } from './filters';
import { ProductCards, ProductCardsSkeleton } from './product-cards';
import { productColumns, selectableColumns } from './product-columns';
import { defaultOrdering, orderings } from './search';
import { Toolbar } from './toolbar';
import type { ProductsAddress } from './use-products-address';

export function ProductsList({ address }: { address: ProductsAddress }) {
  const { search, page, limit, change } = address;
  const query = useKeptQuery(productsQuery({ ...filtersOf(search), page, limit }));
  const selection = useSelectionState();
  const isPhone = useIsPhone();
  const canEdit = useCan('products.edit');
  useAdjustHotkey(query.data?.results ?? []);
  return (
    <SelectionContext value={selection}>
      <ListView
        address={address}
        query={query}
        words={strings}
        filtered={filters.isAnySet(search)}
        filters={
          <>
            <Toolbar address={address} list={query.data} />
            <BulkBar />
          </>
        }
        empty={<Empty />}
        noMatch={
          <NoMatch
            icon={PackageSearch}
            title={strings.noMatchTitle}
            text={strings.noMatchText}
            onClear={() => change(filters.none)}
          />
        }
        // Under the toolbar the table has square corners of its own.
        frameClass="rounded-none border-t border-line"
        table={{
          columns: canEdit ? selectableColumns : productColumns,
          rowId: (product) => String(product.idProduct),
          renderCard: (product) => product.name,
          ordering: search.orden ?? defaultOrdering,
          onOrderingChange: (next) => change({ orden: parseOneOf(orderings, next) }),
          // A picture stands before each name.
          minWidth: 'min-w-[69rem]',
        }}
        {...((isPhone || search.vista === 'tarjetas') && { instead: cards })}
      />
    </SelectionContext>
  );
}

const cards: InsteadOfTable<Product> = {
  rows: (products, look) => <ProductCards products={products} {...look} />,
  loading: <ProductCardsSkeleton />,
};

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
