import { useQuery } from '@tanstack/react-query';
import { FileUp, LayoutGrid, Rows3 } from 'lucide-react';
import { useHotkey } from '@/lib/hotkeys';
import { useCan } from '@/lib/permissions';
import { ButtonLink } from '@/ui/form/button-link';
import { Segmented } from '@/ui/form/segmented';
import { PageHeader } from '@/ui/layout/page-header';
import { ExportButton } from '@/ui/list/export-button';
import { CreateButton } from '@/ui/list/list-buttons';
import { exportProducts, productStatsQuery } from '../api';
import { ProductDialogs } from '../form/product-dialogs';
import { useOpenDialog } from '../product-actions';
import { strings } from '../strings';
import { filters, filtersOf } from './filters';
import { ProductsList } from './products-list';
import { type ProductsAddress, useProductsAddress } from './use-products-address';

const views = [
  { value: 'tabla', label: strings.table, icon: Rows3 },
  { value: 'tarjetas', label: strings.cards, icon: LayoutGrid },
] as const;

export function ProductsPage() {
  const address = useProductsAddress();
  const { nuevo } = address.search;
  const canEdit = useCan('products.edit');
  return (
    <ProductDialogs
      requested={nuevo !== undefined && canEdit ? { kind: 'create', barcode: nuevo } : null}
      onRequestedClose={() => address.keepPage({ nuevo: undefined })}
    >
      <Header address={address} />
      <ProductsList address={address} />
    </ProductDialogs>
  );
}

function Header({ address }: { address: ProductsAddress }) {
  const { data: stats, error } = useQuery(productStatsQuery);
  const total = stats?.totalProducts;
  const counted = total === undefined ? null : strings.total(total);
  const hasProducts = total === undefined || total > 0 || filters.isAnySet(address.search);
  return (
    <PageHeader
      title={strings.title}
      subtitle={counted ?? (error ? strings.statsFailed : null)}
      actions={
        <>
          {hasProducts ? <ViewSwitch address={address} /> : null}
          <ImportLink />
          <ExportButton
            failed={strings.exportFailed}
            onExport={(format) => exportProducts(filtersOf(address.search), format)}
            className="max-sm:flex-1"
          />
          {hasProducts ? <CreateProduct /> : null}
        </>
      }
    />
  );
}

function ViewSwitch({ address }: { address: ProductsAddress }) {
  return (
    <Segmented
      label={strings.view}
      segments={views}
      iconsOnly
      className="max-sm:hidden"
      value={address.search.vista ?? 'tabla'}
      onValueChange={(view) => address.keepPage({ vista: view === 'tarjetas' ? view : undefined })}
    />
  );
}

/** Its word gives way on phones, where three buttons share a line. */
function ImportLink() {
  if (!useCan('files.import')) return null;
  return (
    <ButtonLink to="/productos/importar" aria-label={strings.import} className="max-sm:px-2.5">
      <FileUp aria-hidden />
      <span className="max-sm:hidden">{strings.import}</span>
    </ButtonLink>
  );
}

function CreateProduct() {
  const open = useOpenDialog();
  const canEdit = useCan('products.edit');
  useHotkey('n', () => canEdit && open({ kind: 'create', barcode: '' }));
  if (!canEdit) return null;
  return <CreateButton label={strings.create} onClick={() => open({ kind: 'create', barcode: '' })} />;
}
