import { Link } from '@tanstack/react-router';
import { formatDateTime, formatInteger } from '@/lib/format';
import type { TableColumn } from '@/ui/list/data-table';
import type { Stocktake } from './api';
import { StateBadge } from './stocktake-state';
import { strings } from './strings';

const titles = strings.columns;

const name: TableColumn<Stocktake> = {
  id: 'name',
  header: titles.name,
  cell: (row) => <NameCell stocktake={row} />,
};

const location: TableColumn<Stocktake> = {
  id: 'location',
  header: titles.location,
  cell: (row) => <span className="block truncate text-ink-2">{row.location}</span>,
  width: 'w-40',
};

const rest: TableColumn<Stocktake>[] = [
  {
    id: 'state',
    header: titles.state,
    cell: (row) => <StateBadge stocktake={row} />,
    width: 'w-48',
  },
  {
    id: 'progress',
    header: titles.progress,
    cell: (row) => strings.progress(row.counted, row.lines),
    width: 'w-32',
    align: 'right',
  },
  {
    id: 'differences',
    header: titles.differences,
    cell: (row) => differences(row),
    width: 'w-32',
    align: 'right',
  },
  {
    id: 'opened',
    header: titles.opened,
    cell: (row) => (
      <span className="num block leading-tight">
        <span className="block">{formatDateTime(row.createdAt)}</span>
        <span className="block truncate text-xs text-ink-3">{row.createdByName}</span>
      </span>
    ),
    width: 'w-44',
  },
];

export const stocktakeColumns = [name, ...rest];
/** With two or more locations it matters where. */
export const locatedColumns = [name, location, ...rest];

/** The same stocktake on a phone. */
export function StocktakeCard({ stocktake, located }: { stocktake: Stocktake; located: boolean }) {
  return (
    <div className="stack-2">
      <div className="flex items-start justify-between gap-3">
        <NameCell stocktake={stocktake} />
        <StateBadge stocktake={stocktake} />
      </div>
      <p className="num flex flex-wrap gap-x-4 text-sm text-ink-2">
        <span>
          {titles.progress} {strings.progress(stocktake.counted, stocktake.lines)}
        </span>
        <span>
          {titles.differences} {differences(stocktake)}
        </span>
        {located ? <span>{stocktake.location}</span> : null}
      </p>
      <p className="num text-xs text-ink-3">
        {formatDateTime(stocktake.createdAt)} · {stocktake.createdByName}
      </p>
    </div>
  );
}

function NameCell({ stocktake: { id, category } }: { stocktake: Stocktake }) {
  return (
    <span className="block min-w-0 leading-tight">
      <Link
        to="/inventario"
        search={{ tab: 'recuentos', recuento: id }}
        className="num rounded-sm font-medium hover:text-accent hover:underline"
      >
        {strings.name(id)}
      </Link>
      <span className="block truncate text-xs text-ink-3">{category ?? strings.everything}</span>
    </span>
  );
}

function differences({ differing }: Stocktake): string {
  return differing === null ? strings.unknown : formatInteger(differing);
}
