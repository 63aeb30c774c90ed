import { cn } from '@/lib/cn';
import { formatInteger, formatSigned } from '@/lib/format';
import { Ago } from '@/ui/layout/ago';
import type { TableColumn } from '@/ui/list/data-table';
import type { Line } from './api';
import { CountField } from './count-field';
import { lineStrings as s } from './strings';

const titles = s.columns;

type LineLook = {
  stocktakeId: number;
  /** Whether the person may write what they count. */
  counting: boolean;
  /** Whether what is expected must not be seen. */
  hidden: boolean;
};

export function lineColumns({ stocktakeId, counting, hidden }: LineLook): TableColumn<Line>[] {
  const product: TableColumn<Line> = {
    id: 'product',
    header: titles.product,
    cell: (row) => <ProductCell line={row} />,
  };
  const category: TableColumn<Line> = {
    id: 'category',
    header: titles.category,
    cell: (row) => <span className="block truncate text-ink-2">{row.category}</span>,
    width: 'w-48',
  };
  const expected: TableColumn<Line> = {
    id: 'expected',
    header: titles.expected,
    cell: (row) => formatInteger(row.expected ?? 0),
    width: 'w-28',
    align: 'right',
  };
  const counted: TableColumn<Line> = {
    id: 'counted',
    header: titles.counted,
    cell: (row) => (counting ? <CountField line={row} stocktakeId={stocktakeId} /> : <Counted line={row} />),
    width: 'w-48',
    align: 'right',
  };
  const difference: TableColumn<Line> = {
    id: 'difference',
    header: titles.difference,
    cell: (row) => <Difference line={row} />,
    width: 'w-28',
    align: 'right',
  };
  const by: TableColumn<Line> = {
    id: 'by',
    header: titles.by,
    cell: (row) => <CountedBy line={row} />,
    width: 'w-44',
  };
  return hidden ? [product, category, counted, by] : [product, category, expected, counted, difference, by];
}

/** The same line on a phone, where the counting happens. */
export function LineCard({ line, stocktakeId, counting, hidden }: LineLook & { line: Line }) {
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <ProductCell line={line} />
        {hidden ? null : (
          <p className="num mt-0.5 flex flex-wrap gap-x-3 text-xs text-ink-3">
            {line.expected === null ? null : <span>{s.expected(line.expected)}</span>}
            {line.difference === 0 ? <span>{s.agrees}</span> : <Difference line={line} />}
          </p>
        )}
      </div>
      {counting ? <CountField line={line} stocktakeId={stocktakeId} /> : <Counted line={line} />}
    </div>
  );
}

function ProductCell({ line: { productName, productSku } }: { line: Line }) {
  return (
    <span className="block min-w-0 leading-tight">
      <span className="font-medium max-sm:line-clamp-2 sm:block sm:truncate" title={productName}>
        {productName}
      </span>
      <span className="code block truncate text-ink-3">{productSku}</span>
    </span>
  );
}

function Counted({ line: { counted } }: { line: Line }) {
  if (counted === null) return <span className="text-sm text-ink-3">{s.uncounted}</span>;
  return <span className="num font-semibold">{formatInteger(counted)}</span>;
}

/** Only a difference has a colour; what agrees stays quiet. */
function Difference({ line: { difference } }: { line: Line }) {
  if (difference === null) return null;
  return (
    <span
      className={cn(
        'num font-semibold',
        difference > 0 && 'text-ok-fg',
        difference < 0 && 'text-out-fg',
        difference === 0 && 'font-normal text-ink-3',
      )}
    >
      {formatSigned(difference)}
    </span>
  );
}

function CountedBy({ line: { countedAt, countedByName } }: { line: Line }) {
  if (countedAt === null) return null;
  return (
    <span className="block leading-tight">
      <span className="block truncate text-ink-2">{countedByName}</span>
      <Ago at={countedAt} className="num block text-xs text-ink-3" />
    </span>
  );
}
