import { Link } from '@tanstack/react-router';
import { cn } from '@/lib/cn';
import { formatDate, formatMoney } from '@/lib/format';
import { Moment } from '@/ui/layout/moment';
import { rowLinkClass, type TableColumn } from '@/ui/list/data-table';
import { SelectPage, SelectRow } from '@/ui/list/select-boxes';
import type { PurchaseRow } from './api';
import { PurchaseStatusBadge } from './purchase-status';
import { strings } from './strings';

const titles = strings.columns;

const before: TableColumn<PurchaseRow>[] = [
  {
    id: 'purchase',
    header: titles.purchase,
    cell: (row) => <NumberLink purchase={row} />,
    width: 'w-36',
    sortKey: 'number',
  },
  {
    id: 'supplier',
    header: titles.supplier,
    cell: (row) => (
      <span className="block truncate" title={row.supplier}>
        {row.supplier}
      </span>
    ),
  },
  {
    id: 'status',
    header: titles.status,
    cell: (row) => <PurchaseStatusBadge status={row.status} isLate={row.isLate} />,
    width: 'w-52',
  },
  {
    id: 'units',
    header: titles.units,
    cell: (row) => strings.received(row.received, row.ordered),
    width: 'w-40',
    align: 'right',
  },
  {
    id: 'expected',
    header: titles.expected,
    cell: (row) => <Expected purchase={row} />,
    width: 'w-32',
    align: 'right',
    sortKey: 'expectedOn',
  },
];

const total: TableColumn<PurchaseRow> = {
  id: 'total',
  header: titles.total,
  cell: (row) => <Total purchase={row} />,
  width: 'w-36',
  align: 'right',
  sortKey: 'totalCost',
};

const date: TableColumn<PurchaseRow> = {
  id: 'date',
  header: titles.date,
  cell: (row) => <Moment at={row.createdAt} />,
  width: 'w-32',
  sortKey: 'createdAt',
};

/** Before each draft stands a box, for those who may send several at once. */
const select: TableColumn<PurchaseRow> = {
  id: 'select',
  header: (rows) => <SelectDrafts rows={rows} />,
  cell: (row) => <SelectBox purchase={row} />,
  width: 'w-14',
};

const shown = {
  plain: [...before, date],
  costs: [...before, total, date],
  sending: [select, ...before, date],
  both: [select, ...before, total, date],
};

/** What a purchase costs is for those who may know what things cost. */
export function columnsFor({ withCosts, canSend }: { withCosts: boolean; canSend: boolean }) {
  if (canSend) return withCosts ? shown.both : shown.sending;
  return withCosts ? shown.costs : shown.plain;
}

/** A draft without lines cannot be sent. */
function isReady({ status, lineCount }: PurchaseRow): boolean {
  return status === 'draft' && lineCount > 0;
}

function SelectDrafts({ rows }: { rows: PurchaseRow[] }) {
  const ready = rows.filter(isReady);
  return ready.length === 0 ? null : <SelectPage ids={ready.map(({ id }) => id)} label={strings.selectPage} />;
}

/** Above the link that covers the whole row. */
function SelectBox({ purchase }: { purchase: PurchaseRow }) {
  if (!isReady(purchase)) return null;
  return (
    <span className="relative z-1 inline-block">
      <SelectRow id={purchase.id} label={strings.select(strings.draftName(purchase.id))} />
    </span>
  );
}

/** The same purchase on a phone. */
export function PurchaseCard({ purchase, canSend }: { purchase: PurchaseRow; canSend: boolean }) {
  return (
    <div className="stack-2">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0">
          <NumberLink purchase={purchase} />
          <span className="block font-medium wrap-anywhere">{purchase.supplier}</span>
        </span>
        <span className="num flex shrink-0 items-start gap-2 font-semibold">
          <Total purchase={purchase} />
          {canSend ? <SelectBox purchase={purchase} /> : null}
        </span>
      </div>
      <div className="flex items-end justify-between gap-3">
        <PurchaseStatusBadge status={purchase.status} isLate={purchase.isLate} />
        <p className="num shrink-0 text-right text-xs text-ink-3">
          <span className="block">{strings.received(purchase.received, purchase.ordered)}</span>
          <Expected purchase={purchase} />
        </p>
      </div>
    </div>
  );
}

function NumberLink({ purchase: { id, number } }: { purchase: PurchaseRow }) {
  return (
    <Link
      to="/compras/$id"
      params={{ id: String(id) }}
      className={cn('font-medium text-accent hover:underline', number !== '' && 'code', rowLinkClass)}
    >
      {number === '' ? strings.draftName(id) : number}
    </Link>
  );
}

function Expected({ purchase: { expectedOn, status } }: { purchase: PurchaseRow }) {
  const isOpen = status === 'draft' || status === 'sent';
  return expectedOn === null || !isOpen ? strings.none : formatDate(`${expectedOn}T12:00:00Z`);
}

function Total({ purchase: { totalCost, currency } }: { purchase: PurchaseRow }) {
  return totalCost == null ? null : formatMoney(totalCost, currency);
}
