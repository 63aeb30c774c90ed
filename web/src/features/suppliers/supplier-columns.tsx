import { Link } from '@tanstack/react-router';
import { cn } from '@/lib/cn';
import { formatInteger, formatMoney } from '@/lib/format';
import { Badge } from '@/ui/feedback/badge';
import { rowLinkClass, type TableColumn } from '@/ui/list/data-table';
import type { SupplierRow } from './api';
import { strings } from './strings';

const titles = strings.columns;

export const supplierColumns: TableColumn<SupplierRow>[] = [
  { id: 'name', header: titles.name, cell: (row) => <Name supplier={row} />, sortKey: 'name' },
  { id: 'contact', header: titles.contact, cell: (row) => <Contact supplier={row} />, width: 'w-60' },
  {
    id: 'products',
    header: titles.products,
    cell: (row) => formatInteger(row.products),
    width: 'w-28',
    align: 'right',
  },
  {
    id: 'leadDays',
    header: titles.leadDays,
    cell: (row) => (row.leadDays === null ? strings.none : strings.days(row.leadDays)),
    width: 'w-28',
    align: 'right',
  },
  {
    id: 'openPurchases',
    header: titles.openPurchases,
    cell: (row) => formatInteger(row.openPurchases),
    width: 'w-40',
    align: 'right',
  },
];

/** What was spent is for those who may know what things cost. */
export const supplierColumnsWithSpend: TableColumn<SupplierRow>[] = [
  ...supplierColumns,
  { id: 'spend', header: titles.spend, cell: (row) => <Spend supplier={row} />, width: 'w-40', align: 'right' },
];

/** The same supplier on a phone. */
export function SupplierCard({ supplier }: { supplier: SupplierRow }) {
  return (
    <div className="stack-1">
      <div className="flex items-start justify-between gap-3">
        <Name supplier={supplier} />
        <span className="num shrink-0 text-right">
          <Spend supplier={supplier} />
        </span>
      </div>
      <p className="num text-sm text-ink-2">{strings.summary(supplier.products, supplier.openPurchases)}</p>
    </div>
  );
}

function Name({ supplier: { id, name, taxId, isActive } }: { supplier: SupplierRow }) {
  return (
    <span className="block min-w-0 leading-tight">
      <span className="flex min-w-0 items-center gap-2">
        <Link
          to="/proveedores/$id"
          params={{ id: String(id) }}
          title={name}
          className={cn('truncate font-medium hover:text-accent hover:underline', rowLinkClass)}
        >
          {name}
        </Link>
        {isActive ? null : <Badge tone="mute">{strings.inactive}</Badge>}
      </span>
      {taxId === '' ? null : <span className="code block truncate text-ink-3">{taxId}</span>}
    </span>
  );
}

function Contact({ supplier: { contact, email, phone } }: { supplier: SupplierRow }) {
  const [first = '', second = ''] = [contact, email, phone].filter((text) => text !== '');
  return (
    <span className="block min-w-0 leading-tight">
      <span className="block truncate text-ink-2">{first}</span>
      <span className="block truncate text-xs text-ink-3">{second}</span>
    </span>
  );
}

function Spend({ supplier: { spend } }: { supplier: SupplierRow }) {
  return spend?.map((one) => (
    <span key={one.currency} className="block leading-tight">
      {formatMoney(one.spend ?? 0, one.currency)}
    </span>
  ));
}
