import { stockLevel } from '@/features/shared/level';
import { ProductLink } from '@/features/shared/product-link';
import { LevelBadge } from '@/features/shared/stock-level';
import type { Location } from '@/features/shared/use-locations';
import { cn } from '@/lib/cn';
import { formatInteger, formatMoney, formatUnits } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import type { TableColumn } from '@/ui/list/data-table';
import type { StockRow } from './api';
import { stockStrings as s } from './strings';

export type Currencies = { purchaseCurrency: string; salesCurrency: string };

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
  cell: (row) => <ProductLink id={row.productId} name={row.productName} />,
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
  cell: (row) => <Stock row={row} />,
  sortKey: 'currentStock',
  width: 'w-44',
  align: 'right',
};

const available: TableColumn<StockRow> = {
  id: 'available',
  header: s.columns.available,
  cell: (row) => <Available row={row} />,
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
    cell: (row) => <LocationStock row={row} locationId={id} />,
    width: 'w-28',
    align: 'right',
  };
}

function costColumn(currency: string): TableColumn<StockRow> {
  return {
    id: 'costValue',
    header: s.columns.costValue,
    cell: (row) => <Money value={row.costValue ?? null} unit={row.cost ?? null} currency={currency} />,
    width: 'w-36',
    align: 'right',
  };
}

function saleColumn(currency: string): TableColumn<StockRow> {
  return {
    id: 'saleValue',
    header: s.columns.saleValue,
    cell: (row) => <Money value={row.saleValue} unit={row.price} currency={currency} />,
    width: 'w-36',
    align: 'right',
  };
}

type StockColumnsProps = { locations: Location[]; currencies: Currencies; withCosts: boolean };

/** Where things lie is a column for each location, once there are two. */
export function stockColumns({ locations, currencies, withCosts }: StockColumnsProps): TableColumn<StockRow>[] {
  const places = locations.length > 1 ? locations.map(locationColumn) : [];
  const costs = withCosts ? [costColumn(currencies.purchaseCurrency)] : [];
  return [sku, product, category, stock, available, ...places, ...costs, saleColumn(currencies.salesCurrency)];
}

type StockCardProps = { row: StockRow; locations: Location[]; currencies: Currencies };

/** The same product on a phone. */
export function StockCard({ row, locations, currencies }: StockCardProps) {
  const { costValue = null, saleValue } = row;
  const withCosts = useCan('costs.read');
  return (
    <div className="stack-2">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <ProductLink id={row.productId} name={row.productName} />
          <p className="text-xs text-ink-3">
            <span className="code">{row.productSku}</span>
            {row.category === null ? null : ` · ${row.category}`}
          </p>
        </div>
        <Stock row={row} />
      </div>
      {locations.length > 1 ? (
        <p className="num flex flex-wrap gap-x-4 text-sm text-ink-2">
          {locations.map(({ id, name }) => (
            <span key={id}>
              {name} <b className="font-semibold text-ink">{formatInteger(stockAt(row, id))}</b>
            </span>
          ))}
        </p>
      ) : null}
      <dl className="num flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <CardFigure label={s.columns.available} value={formatUnits(row.available)} />
        {withCosts ? (
          <CardFigure label={s.columns.costValue} value={moneyOr(costValue, currencies.purchaseCurrency)} />
        ) : null}
        <CardFigure label={s.columns.saleValue} value={moneyOr(saleValue, currencies.salesCurrency)} />
      </dl>
    </div>
  );
}

function CardFigure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The figure, and a badge only where something has to be done. */
function Stock({ row }: { row: StockRow }) {
  const level = stockLevel(row);
  return (
    <span className="flex items-center justify-end gap-2">
      {level === 'ok' ? null : <LevelBadge level={level} />}
      <span className="num font-semibold">{formatInteger(row.stock)}</span>
    </span>
  );
}

function Available({ row: { available: units, reserved } }: { row: StockRow }) {
  return (
    <span className="block leading-tight">
      <span className={cn('block', units <= 0 && 'text-out-fg')}>{formatInteger(units)}</span>
      {reserved === 0 ? null : <span className="block text-2xs text-ink-3">{s.reserved(reserved)}</span>}
    </span>
  );
}

function stockAt({ locations }: StockRow, id: number): number {
  return locations.find(({ locationId }) => locationId === id)?.stock ?? 0;
}

function LocationStock({ row, locationId }: { row: StockRow; locationId: number }) {
  const units = stockAt(row, locationId);
  return <span className={cn(units === 0 && 'text-ink-3')}>{formatInteger(units)}</span>;
}

type MoneyProps = { value: number | null; unit: number | null; currency: string };

function Money({ value, unit, currency }: MoneyProps) {
  if (value === null || unit === null) return <span className="text-ink-3">{s.unknown}</span>;
  return (
    <span className="block leading-tight">
      <span className="block">{formatMoney(value, currency)}</span>
      <span className="block text-2xs text-ink-3">{s.unitCost(formatMoney(unit, currency))}</span>
    </span>
  );
}

function moneyOr(value: number | null, currency: string): string {
  return value === null ? s.unknown : formatMoney(value, currency);
}
