import { getRouteApi, Link } from '@tanstack/react-router';
import { Truck } from 'lucide-react';
import { ProductCell } from '@/features/shared/product-link';
import { formatDate, formatUnits } from '@/lib/format';
import { useListAddress } from '@/lib/list-address';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState } from '@/ui/feedback/states';
import { ButtonLink } from '@/ui/form/button-link';
import { PageHeader } from '@/ui/layout/page-header';
import type { TableColumn } from '@/ui/list/data-table';
import { ListView } from '@/ui/list/list-view';
import { type PendingRow, pendingQuery } from './api';
import type { PendingSearch } from './search';
import { pendingStrings as s } from './strings';

const route = getRouteApi('/_app/compras_/pendiente');
const titles = s.columns;

const columns: TableColumn<PendingRow>[] = [
  { id: 'product', header: titles.product, cell: (row) => <Product row={row} /> },
  { id: 'pending', header: titles.pending, cell: (row) => formatUnits(row.pending), width: 'w-32', align: 'right' },
  { id: 'expected', header: titles.expected, cell: (row) => expectedText(row), width: 'w-32', align: 'right' },
  { id: 'purchase', header: titles.purchase, cell: (row) => <PurchaseLink row={row} />, width: 'w-40' },
  {
    id: 'supplier',
    header: titles.supplier,
    cell: (row) => <span className="block truncate text-ink-2">{row.supplier}</span>,
    width: 'w-56',
  },
];

/** What is on its way, product by product and day by day. */
export function PendingPage() {
  const address = useListAddress<PendingSearch>(route.useSearch());
  const query = useKeptQuery(pendingQuery({ page: address.page, limit: address.limit }));
  return (
    <>
      <PageHeader
        title={s.title}
        subtitle={query.data ? s.subtitle(query.data.count) : null}
        actions={
          <ButtonLink to="/compras" className="max-sm:flex-1">
            {s.back}
          </ButtonLink>
        }
      />
      <ListView
        address={address}
        query={query}
        words={s}
        filtered={false}
        empty={<EmptyState icon={Truck} title={s.emptyTitle} text={s.emptyText} />}
        table={{
          columns,
          rowId: (row) => String(row.lineId),
          renderCard: (row) => <PendingCard row={row} />,
        }}
      />
    </>
  );
}

function expectedText({ expectedOn }: PendingRow): string {
  return expectedOn === null ? s.noDate : formatDate(`${expectedOn}T12:00:00Z`);
}

function Product({ row: { productId, productName, productSku } }: { row: PendingRow }) {
  return <ProductCell id={productId} name={productName} sku={productSku} />;
}

function PurchaseLink({ row: { purchaseId, number } }: { row: PendingRow }) {
  return (
    <Link
      to="/compras/$id"
      params={{ id: String(purchaseId) }}
      className="code rounded-sm font-medium text-accent hover:underline"
    >
      {number}
    </Link>
  );
}

function PendingCard({ row }: { row: PendingRow }) {
  return (
    <div className="stack-1">
      <div className="flex items-start justify-between gap-3">
        <Product row={row} />
        <span className="num shrink-0 font-semibold">{formatUnits(row.pending)}</span>
      </div>
      <div className="num flex items-end justify-between gap-3 text-sm text-ink-2">
        <span className="min-w-0">
          <PurchaseLink row={row} />
          <span className="block truncate">{row.supplier}</span>
        </span>
        <span className="shrink-0">{expectedText(row)}</span>
      </div>
    </div>
  );
}
