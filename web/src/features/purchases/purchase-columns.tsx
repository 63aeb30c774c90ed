import { Link } from '@tanstack/react-router';
import { cn } from '@/lib/cn';
import { formatDate, formatMoney } from '@/lib/format';
import { Moment } from '@/ui/layout/moment';
import { rowLinkClass, type TableColumn } from '@/ui/list/data-table';
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

export const purchaseColumns = [...before, date];

/** What a purchase costs is for those who may know what things cost. */
export const purchaseColumnsWithCosts = [...before, total, date];

/** The same purchase on a phone. */
export function PurchaseCard({ purchase }: { purchase: PurchaseRow }) {
  return (
    <div className="stack-2">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0">
          <NumberLink purchase={purchase} />
          <span className="block font-medium wrap-anywhere">{purchase.supplier}</span>
        </span>
        <span className="num shrink-0 font-semibold">
          <Total purchase={purchase} />
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
