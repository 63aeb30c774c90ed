import { useMemo, useState } from 'react';
import { ProductLink } from '@/features/shared/product-link';
import { formatInteger, formatMoney, formatUnits } from '@/lib/format';
import { readMoney } from '@/lib/money';
import { useCan } from '@/lib/permissions';
import { Button } from '@/ui/form/button';
import { Card, CardHeader } from '@/ui/layout/card';
import { DataTable, type TableColumn } from '@/ui/list/data-table';
import type { Purchase, PurchaseLine } from './api';
import { detailStrings as s } from './strings';

/** A line knows its currency from its purchase. */
type Row = PurchaseLine & { currency: string };

/** How many rows a long purchase shows at a time. */
const portion = 200;

const titles = s.columns;

const counted: TableColumn<Row>[] = [
  { id: 'product', header: titles.product, cell: (row) => <ProductCell line={row} /> },
  { id: 'ordered', header: titles.ordered, cell: (row) => formatInteger(row.quantity), width: 'w-24', align: 'right' },
  { id: 'received', header: titles.received, cell: (row) => <Received line={row} />, width: 'w-28', align: 'right' },
  { id: 'pending', header: titles.pending, cell: (row) => <Pending line={row} />, width: 'w-28', align: 'right' },
];

const priced: TableColumn<Row>[] = [
  { id: 'price', header: titles.price, cell: (row) => <PackPrice line={row} />, width: 'w-32', align: 'right' },
  { id: 'total', header: titles.total, cell: (row) => <Total line={row} />, width: 'w-32', align: 'right' },
];

export function LinesCard({ purchase: { lines, currency, ordered, totalCost } }: { purchase: Purchase }) {
  const withCosts = useCan('costs.read');
  const [shown, setShown] = useState(portion);
  const columns = withCosts ? withPrices : counted;
  const rows = useMemo(() => lines.slice(0, shown).map((line) => ({ ...line, currency })), [lines, shown, currency]);
  return (
    <Card aria-labelledby="purchase-lines">
      <CardHeader id="purchase-lines" title={s.lines} />
      {lines.length === 0 ? (
        <p className="px-4 pb-4 text-ink-2">{s.noLines}</p>
      ) : (
        <DataTable
          label={s.lines}
          columns={columns}
          rows={rows}
          rowId={(line) => String(line.id)}
          renderCard={(line) => <LineItem line={line} />}
        />
      )}
      {lines.length > shown ? (
        <p className="border-t border-line px-4 py-3">
          <Button size="sm" onClick={() => setShown(shown + portion)}>
            {s.showMore(Math.min(portion, lines.length - shown))}
          </Button>
        </p>
      ) : null}
      <p className="num flex justify-between gap-4 border-t border-line px-4 py-3">
        <span className="text-ink-2">
          {s.total} · {formatUnits(ordered)}
        </span>
        {totalCost == null ? null : <span className="font-semibold">{formatMoney(totalCost, currency)}</span>}
      </p>
    </Card>
  );
}

const withPrices = [...counted, ...priced];

function LineItem({ line }: { line: Row }) {
  return (
    <div className="stack-2">
      <ProductCell line={line} />
      <div className="num flex items-end justify-between gap-3">
        <div className="text-sm text-ink-2">
          {s.progress(line)}
          <Notes line={line} />
        </div>
        {line.totalCost == null ? null : (
          <span className="text-right">
            <Total line={line} />
          </span>
        )}
      </div>
    </div>
  );
}

function ProductCell({ line: { productId, name, sku, supplierSku, packUnits } }: { line: Row }) {
  const codes = [supplierSku, packUnits > 1 ? s.pack(packUnits) : ''].filter((text) => text !== '');
  return (
    <span className="block min-w-0 py-1 leading-tight">
      <ProductLink id={productId} name={name} />
      <span className="block text-xs text-ink-3">
        <span className="code">{sku}</span>
        {codes.length === 0 ? null : ` · ${codes.join(' · ')}`}
      </span>
    </span>
  );
}

/** What became of what was ordered: nothing is said of what does not happen. */
function Notes({ line: { rejected, replaced, closed, excess } }: { line: Row }) {
  const notes = [
    ...(excess > 0 ? [s.excess(excess)] : []),
    ...(rejected > 0 ? [s.rejected(rejected)] : []),
    ...(replaced > 0 ? [s.replaced(replaced)] : []),
    ...(closed > 0 ? [s.closed(closed)] : []),
  ];
  return notes.map((note) => (
    <span key={note} className="block text-xs text-ink-3">
      {note}
    </span>
  ));
}

function Received({ line }: { line: Row }) {
  return (
    <span className="block leading-tight">
      {formatInteger(line.received)}
      <Notes line={line} />
    </span>
  );
}

function Pending({ line: { pending } }: { line: Row }) {
  return pending === 0 ? (
    <span className="text-ink-3">{s.none}</span>
  ) : (
    <span className="font-semibold">{formatInteger(pending)}</span>
  );
}

function PackPrice({ line: { packPrice, discount, currency } }: { line: Row }) {
  if (packPrice == null) return <span className="text-ink-3">{s.none}</span>;
  return (
    <span className="block leading-tight">
      {readMoney(packPrice, currency)}
      {discount ? (
        <span className="block text-xs text-ink-3">{s.discount(String(discount).replace('.', ','))}</span>
      ) : null}
    </span>
  );
}

function Total({ line: { totalCost, currency } }: { line: Row }) {
  return totalCost == null ? <span className="text-ink-3">{s.none}</span> : formatMoney(totalCost, currency);
}
