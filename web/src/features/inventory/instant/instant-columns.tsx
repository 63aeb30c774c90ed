import { ProductLink } from '@/features/shared/product-link';
import type { Location } from '@/features/shared/use-locations';
import { formatInteger, formatMoney } from '@/lib/format';
import type { TableColumn } from '@/ui/list/data-table';
import type { StockRow } from '../api';
import { instantStrings as s } from './strings';

const sku: TableColumn<StockRow> = {
  id: 'sku',
  header: s.columns.sku,
  cell: (row) => (
    <span className="code block truncate text-ink-2" title={row.productSku}>
      {row.productSku}
    </span>
  ),
  sortKey: 'sku',
  width: 'w-32',
};

const product: TableColumn<StockRow> = {
  id: 'name',
  header: s.columns.name,
  cell: (row) => <Name row={row} />,
  sortKey: 'name',
};

const category: TableColumn<StockRow> = {
  id: 'category',
  header: s.columns.category,
  cell: (row) => <span className="block truncate text-ink-2">{row.category}</span>,
  width: 'w-44',
};

const stock: TableColumn<StockRow> = {
  id: 'stock',
  header: s.columns.stock,
  cell: (row) => <span className="num font-semibold">{formatInteger(row.stock)}</span>,
  sortKey: 'currentStock',
  width: 'w-28',
  align: 'right',
};

function locationColumn({ id, name }: Location): TableColumn<StockRow> {
  return {
    id: `location-${id}`,
    header: () => (
      <span className="block truncate" title={name}>
        {name}
      </span>
    ),
    cell: (row) => formatInteger(row.locations.find(({ locationId }) => locationId === id)?.stock ?? 0),
    width: 'w-28',
    align: 'right',
  };
}

function valueColumn(currency: string): TableColumn<StockRow> {
  return {
    id: 'costValue',
    header: s.columns.value,
    cell: (row) => <Value row={row} currency={currency} />,
    sortKey: 'costValue',
    width: 'w-40',
    align: 'right',
  };
}

type InstantColumnsProps = { locations: Location[]; currency: string; withCosts: boolean };

export function instantColumns({ locations, currency, withCosts }: InstantColumnsProps): TableColumn<StockRow>[] {
  const places = locations.length > 1 ? locations.map(locationColumn) : [];
  return [sku, product, category, stock, ...places, ...(withCosts ? [valueColumn(currency)] : [])];
}

/** A product that was deleted since has no page any more. */
function Name({ row }: { row: StockRow }) {
  if (!row.deleted) return <ProductLink id={row.productId} name={row.productName} />;
  return (
    <span className="block truncate">
      {row.productName} <span className="text-xs text-ink-3">({s.deleted})</span>
    </span>
  );
}

function Value({ row: { costValue, cost }, currency }: { row: StockRow; currency: string }) {
  if (costValue == null || cost == null) return <span className="text-ink-3">{s.unknown}</span>;
  return (
    <span className="block leading-tight">
      <span className="num block">{formatMoney(costValue, currency)}</span>
      <span className="num block text-2xs text-ink-3">{s.unitCost(formatMoney(cost, currency))}</span>
    </span>
  );
}

type InstantCardProps = { row: StockRow; currency: string; withCosts: boolean };

/** The same product on a phone. */
export function InstantCard({ row, currency, withCosts }: InstantCardProps) {
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <Name row={row} />
        <p className="text-xs text-ink-3">
          <span className="code">{row.productSku}</span>
          {row.category === null ? null : ` · ${row.category}`}
        </p>
      </div>
      <div className="text-right">
        <p className="num font-semibold">{formatInteger(row.stock)}</p>
        {withCosts ? <Value row={row} currency={currency} /> : null}
      </div>
    </div>
  );
}
