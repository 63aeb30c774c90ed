import { History, Pencil, X } from 'lucide-react';
import { ProductLink } from '@/features/shared/product-link';
import { Thumb } from '@/features/shared/thumb';
import { formatUnits } from '@/lib/format';
import { readMoney } from '@/lib/money';
import { Badge } from '@/ui/feedback/badge';
import { IconButton } from '@/ui/form/icon-button';
import type { TableColumn } from '@/ui/list/data-table';
import type { Sold } from './api';
import type { SoldAsked } from './sold-list';
import { soldStrings as s } from './strings';

const titles = s.columns;

type ActionsProps = { canEdit: boolean; ask: (asked: SoldAsked) => void };

/** What the supplier asks for it is for those who may know what things cost. */
export function soldColumns({ withCosts, ...actions }: ActionsProps & { withCosts: boolean }): TableColumn<Sold>[] {
  return [
    { id: 'product', header: titles.product, cell: (row) => <Product sold={row} /> },
    { id: 'supplierSku', header: titles.supplierSku, cell: (row) => <SupplierCode sold={row} />, width: 'w-40' },
    { id: 'pack', header: titles.pack, cell: (row) => <Pack sold={row} />, width: 'w-28', align: 'right' },
    ...(withCosts
      ? [
          {
            id: 'price',
            header: titles.price,
            cell: (row: Sold) => <PackPrice sold={row} />,
            width: 'w-32' as const,
            align: 'right' as const,
          },
        ]
      : []),
    {
      id: 'stock',
      header: titles.stock,
      cell: (row) => formatUnits(row.currentStock),
      width: 'w-28',
      align: 'right',
    },
    {
      id: 'actions',
      header: titles.actions,
      cell: (row) => <Actions sold={row} {...actions} />,
      width: 'w-32',
      align: 'right',
    },
  ];
}

/** The same on a phone. */
export function SoldCard({ sold, ...actions }: ActionsProps & { sold: Sold }) {
  return (
    <div className="stack-2">
      <Product sold={sold} />
      <div className="flex items-end justify-between gap-3">
        <p className="num min-w-0 text-sm text-ink-2">
          <SupplierCode sold={sold} />
          <Pack sold={sold} />
        </p>
        <span className="num flex shrink-0 items-center gap-2 text-right">
          <PackPrice sold={sold} />
          <Actions sold={sold} {...actions} />
        </span>
      </div>
    </div>
  );
}

function Product({ sold: { productId, productName, productSku, imageUrl, preferred } }: { sold: Sold }) {
  return (
    <span className="flex min-w-0 items-center gap-3 py-1">
      <Thumb name={productName} imageUrl={imageUrl} />
      <span className="min-w-0 leading-tight">
        <ProductLink id={productId} name={productName} />
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="code text-ink-3">{productSku}</span>
          {preferred ? <Badge tone="info">{s.preferred}</Badge> : null}
        </span>
      </span>
    </span>
  );
}

function SupplierCode({ sold: { supplierSku, supplierName } }: { sold: Sold }) {
  return (
    <span className="block min-w-0 leading-tight">
      <span className="code block truncate">{supplierSku === '' ? s.none : supplierSku}</span>
      {supplierName === '' ? null : (
        <span className="block truncate text-xs text-ink-3" title={supplierName}>
          {supplierName}
        </span>
      )}
    </span>
  );
}

function Pack({ sold: { packUnits, minPacks } }: { sold: Sold }) {
  return (
    <span className="block leading-tight">
      <span className="block">{s.pack(packUnits)}</span>
      {minPacks > 1 ? <span className="block text-xs text-ink-3">{s.minPacks(minPacks)}</span> : null}
    </span>
  );
}

function PackPrice({ sold: { packPrice, packUnits, currency } }: { sold: Sold }) {
  if (packPrice == null) return <span className="text-ink-3">{s.none}</span>;
  return (
    <span className="block leading-tight">
      <span className="block">{readMoney(packPrice, currency)}</span>
      {packUnits > 1 ? (
        <span className="block text-xs text-ink-3">
          {s.perUnit(readMoney(Math.round((packPrice / packUnits) * 10_000) / 10_000, currency))}
        </span>
      ) : null}
    </span>
  );
}

function Actions({ sold, canEdit, ask }: ActionsProps & { sold: Sold }) {
  const { productName } = sold;
  return (
    <span className="-mr-2 flex justify-end">
      {sold.packPrice === undefined ? null : (
        <IconButton label={s.pricesOf(productName)} icon={History} onClick={() => ask({ kind: 'prices', sold })} />
      )}
      {canEdit ? (
        <>
          <IconButton label={s.editOf(productName)} icon={Pencil} onClick={() => ask({ kind: 'edit', sold })} />
          <IconButton label={s.removeOf(productName)} icon={X} onClick={() => ask({ kind: 'remove', sold })} />
        </>
      ) : null}
    </span>
  );
}
