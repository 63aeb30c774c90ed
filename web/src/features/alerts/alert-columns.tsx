import { Link } from '@tanstack/react-router';
import { MessageSquare, Store, Truck } from 'lucide-react';
import { type Alert, AlertBadges } from '@/features/shared/alert-level';
import { Thumb } from '@/features/shared/thumb';
import { cn } from '@/lib/cn';
import { formatDaysLeft, formatInteger } from '@/lib/format';
import { Ago } from '@/ui/layout/ago';
import { rowLinkClass, type TableColumn } from '@/ui/list/data-table';
import { AlertActions } from './alert-actions';
import { strings } from './strings';

const titles = strings.columns;

export const alertColumns: TableColumn<Alert>[] = [
  { id: 'product', header: titles.product, cell: (row) => <Subject alert={row} /> },
  {
    id: 'level',
    header: titles.level,
    cell: (row) => <AlertBadges alert={row} />,
    width: 'w-44',
    sortKey: 'level',
  },
  {
    id: 'stock',
    header: titles.stock,
    cell: (row) => <Stock alert={row} />,
    width: 'w-28',
    align: 'right',
  },
  {
    id: 'runsOut',
    header: titles.runsOut,
    cell: (row) => formatDaysLeft(row.runsOutIn),
    width: 'w-28',
    align: 'right',
  },
  {
    id: 'toDo',
    header: titles.toDo,
    cell: (row) => (row.toDo === null ? strings.none : formatInteger(row.toDo)),
    width: 'w-24',
    align: 'right',
  },
  {
    id: 'since',
    header: titles.since,
    cell: (row) => <Since alert={row} />,
    width: 'w-37',
    sortKey: 'createdAt',
  },
  {
    id: 'notes',
    header: titles.notes,
    cell: (row) => <LastNote alert={row} />,
    width: 'w-28',
  },
  {
    id: 'actions',
    header: titles.actions,
    cell: (row) => <AlertActions alert={row} />,
    width: 'w-50',
    align: 'right',
  },
];

/** The same alert on a phone. */
export function AlertCard({ alert }: { alert: Alert }) {
  return (
    <div className="stack-2">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 flex-1">
          <Subject alert={alert} />
        </div>
        <Stock alert={alert} />
      </div>
      <AlertBadges alert={alert} />
      <p className="text-sm text-ink-2">{alert.message}</p>
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0 text-xs text-ink-3">
          <Since alert={alert} />
          {alert.notes.length > 0 ? <LastNote alert={alert} /> : null}
        </div>
        <AlertActions alert={alert} />
      </div>
    </div>
  );
}

/** The name leads to the alert; its page leads on to the product. */
function Subject({ alert: { id, kind, productName, sku, imageUrl } }: { alert: Alert }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      {kind === 'channel' || kind === 'purchase' ? (
        <span
          className={cn(
            'grid size-8 shrink-0 place-items-center rounded-md border border-line text-ink-3',
            '[&_svg]:size-4',
          )}
        >
          {kind === 'channel' ? <Store aria-hidden /> : <Truck aria-hidden />}
        </span>
      ) : (
        <Thumb name={productName} imageUrl={imageUrl} />
      )}
      <span className="block min-w-0 py-1 leading-tight compact:py-0.5">
        <Link
          to="/alertas-stock/$id"
          params={{ id: String(id) }}
          title={productName}
          className={cn('line-clamp-2 rounded-sm font-medium hover:text-accent hover:underline', rowLinkClass)}
        >
          {productName}
        </Link>
        {sku === '' ? null : <span className="code block truncate text-ink-3">{sku}</span>}
      </span>
    </span>
  );
}

function Stock({ alert: { productId, currentStock, minStock } }: { alert: Alert }) {
  if (productId === null) return <span className="text-ink-3">{strings.none}</span>;
  return (
    <span className="num block text-right leading-tight">
      <span className="block font-semibold">{formatInteger(currentStock)}</span>
      {minStock === null ? null : <span className="block text-2xs text-ink-3">{strings.minimum(minStock)}</span>}
    </span>
  );
}

/** Two times within this are told as one. */
const sameMs = 60_000;

/** Since when it is open, and when the last unit left where that was another time: it may have opened long before. */
function Since({ alert: { alertLevel, createdAt, outSince } }: { alert: Alert }) {
  const isOut = alertLevel === 'out_of_stock' && outSince !== null;
  return (
    <span className="block leading-tight">
      <Ago at={createdAt} className="block text-ink-2" />
      {isOut && Math.abs(Date.parse(outSince) - Date.parse(createdAt)) > sameMs ? (
        <span className="block text-2xs text-ink-3">
          {strings.outSince} <Ago at={outSince} />
        </span>
      ) : null}
    </span>
  );
}

/** How many notes there are, and what the last one says. */
function LastNote({ alert: { notes } }: { alert: Alert }) {
  const last = notes.at(-1);
  if (!last) return <span className="text-ink-3">{strings.none}</span>;
  return (
    <span className="block min-w-0 leading-tight" title={last.note}>
      <span className="flex items-center gap-1 text-ink-2">
        <MessageSquare aria-hidden className="size-3.5 shrink-0" />
        {strings.notes(notes.length)}
      </span>
      <span className="block truncate text-xs text-ink-3">{last.note}</span>
    </span>
  );
}
