import { Link } from '@tanstack/react-router';
import { Pencil, SlidersHorizontal } from 'lucide-react';
import { StockCell } from '@/features/shared/stock-level';
import { Thumb } from '@/features/shared/thumb';
import { useCan } from '@/lib/permissions';
import { IconButton } from '@/ui/form/icon-button';
import type { TableColumn } from '@/ui/list/data-table';
import { SelectPage, SelectRow } from '@/ui/list/select-boxes';
import type { Product } from '../api';
import { bulkStrings } from '../bulk/strings';
import { useOpenDialog } from '../product-actions';
import { ProductMenu } from '../product-menu';
import { StatusBadge } from '../product-status';
import { actionStrings, strings } from '../strings';

const columns = strings.columns;

export const productColumns: TableColumn<Product>[] = [
  {
    id: 'sku',
    header: columns.sku,
    cell: (row) => (
      <span className="code block truncate text-ink-2" title={row.sku}>
        {row.sku}
      </span>
    ),
    sortKey: 'sku',
    width: 'w-32',
  },
  {
    id: 'name',
    header: columns.name,
    cell: (row) => <NameCell product={row} />,
    sortKey: 'name',
  },
  {
    id: 'category',
    header: columns.category,
    cell: (row) => <span className="block truncate text-ink-2">{row.category}</span>,
    sortKey: 'category',
    width: 'w-44',
  },
  {
    id: 'stock',
    header: columns.stock,
    cell: (row) => <StockCell product={row} />,
    sortKey: 'currentStock',
    width: 'w-52',
    align: 'right',
  },
  {
    id: 'status',
    header: columns.status,
    cell: (row) => <StatusBadge product={row} />,
    sortKey: 'status',
    width: 'w-36',
  },
  {
    id: 'actions',
    header: columns.actions,
    cell: (row) => <ActionsCell product={row} />,
    width: 'w-36',
    align: 'right',
  },
];

/** The same with a box before each row, for those who may change several at once. */
export const selectableColumns: TableColumn<Product>[] = [
  {
    id: 'select',
    header: (rows) => <SelectPage ids={rows.map((row) => row.idProduct)} label={bulkStrings.selectPage} />,
    cell: (row) => <SelectBox product={row} />,
    width: 'w-14',
  },
  ...productColumns,
];

export function SelectBox({ product }: { product: Product }) {
  return <SelectRow id={product.idProduct} label={bulkStrings.select(product.name)} />;
}

/** The name is the link; the number on it lets «A» adjust the row that has the focus. */
export function ProductLink({ product, className }: { product: Product; className: string }) {
  return (
    <Link
      to="/productos/$id"
      params={{ id: String(product.idProduct) }}
      data-product={product.idProduct}
      title={product.name}
      className={className}
    >
      {product.name}
    </Link>
  );
}

function NameCell({ product }: { product: Product }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Thumb name={product.name} imageUrl={product.imageUrl} />
      <span className="min-w-0 leading-tight">
        <ProductLink
          product={product}
          className="block truncate rounded-sm font-medium hover:text-accent hover:underline"
        />
        {product.brand === null ? null : <span className="block truncate text-xs text-ink-3">{product.brand}</span>}
      </span>
    </span>
  );
}

function ActionsCell({ product }: { product: Product }) {
  const open = useOpenDialog();
  const canAdjust = useCan('stock.adjust');
  const canEdit = useCan('products.edit');
  return (
    <span className="-mr-2 flex justify-end">
      {canAdjust ? (
        <IconButton
          label={actionStrings.adjustOf(product.name)}
          icon={SlidersHorizontal}
          onClick={() => open({ kind: 'adjust', product })}
        />
      ) : null}
      {canEdit ? (
        <IconButton
          label={actionStrings.editOf(product.name)}
          icon={Pencil}
          onClick={() => open({ kind: 'edit', product })}
        />
      ) : null}
      <ProductMenu product={product} look="dots" />
    </span>
  );
}
