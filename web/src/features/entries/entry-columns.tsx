import { Eye, Pencil, Trash2 } from 'lucide-react';
import { ProductCell } from '@/features/shared/product-link';
import { recordColumns } from '@/features/shared/record-columns';
import { formatDateTime, formatMoney, formatUnits } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { IconButton } from '@/ui/form/icon-button';
import type { TableColumn } from '@/ui/list/data-table';
import type { Entry } from './api';
import { useOpenEntry } from './entry-dialogs';
import { EntryTypeBadge } from './entry-type';
import { strings } from './strings';

const titles = strings.columns;

const { product, location, user, date } = recordColumns<Entry>({
  titles,
  productName: (entry) => entry.productName,
  userOf: (entry) => userOf(entry),
});

const before: TableColumn<Entry>[] = [
  product,
  {
    id: 'quantity',
    header: titles.quantity,
    cell: (row) => <Quantity entry={row} />,
    width: 'w-36',
    align: 'right',
  },
  {
    id: 'type',
    header: titles.type,
    cell: (row) => <EntryTypeBadge type={row.entryType} />,
    width: 'w-28',
  },
  {
    id: 'reason',
    header: titles.reason,
    cell: (row) => (
      <span className="block truncate text-ink-2" title={row.reason}>
        {row.reason === '' ? strings.none : row.reason}
      </span>
    ),
    width: 'w-44',
  },
];

const value: TableColumn<Entry> = {
  id: 'value',
  header: titles.value,
  cell: (row) => <Value entry={row} />,
  width: 'w-36',
  align: 'right',
};

const actions: TableColumn<Entry> = {
  id: 'actions',
  header: titles.actions,
  cell: (row) => <Actions entry={row} />,
  width: 'w-30',
  align: 'right',
};

/** With two or more locations it matters where; what things cost is not for everybody. */
export function entryColumns({ located, withCosts }: { located: boolean; withCosts: boolean }): TableColumn<Entry>[] {
  return [...before, ...(located ? [location] : []), user, date, ...(withCosts ? [value] : []), actions];
}

/** The same entry on a phone. */
export function EntryCard({ entry, located }: { entry: Entry; located: boolean }) {
  return (
    <div className="stack-2">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <Product entry={entry} />
        </div>
        <Quantity entry={entry} />
      </div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
        <EntryTypeBadge type={entry.entryType} />
        {entry.reason === '' ? null : <span className="wrap-anywhere">{entry.reason}</span>}
        {located ? <span>{entry.location}</span> : null}
      </p>
      <div className="flex items-end justify-between gap-3">
        <div className="num text-sm">
          {entry.totalCost == null ? null : <Value entry={entry} />}
          <p className="text-xs text-ink-3">
            {formatDateTime(entry.createdAt)} · {userOf(entry)}
          </p>
        </div>
        <Actions entry={entry} />
      </div>
    </div>
  );
}

export function userOf({ createdByName }: Entry): string {
  return createdByName === '' ? strings.system : createdByName;
}

function Product({ entry: { productId, productName, productSku } }: { entry: Entry }) {
  return <ProductCell id={productId} name={productName} sku={productSku} />;
}

function Quantity({ entry: { quantity, previousStock, newStock } }: { entry: Entry }) {
  return (
    <span className="num block text-right leading-tight whitespace-nowrap">
      <span className="block font-semibold text-ok-fg">+{formatUnits(quantity)}</span>
      <span className="block text-xs text-ink-3">{strings.stockChange(previousStock, newStock)}</span>
    </span>
  );
}

function Value({ entry: { totalCost, unitCost, currency } }: { entry: Entry }) {
  if (totalCost == null || unitCost == null) return <span className="text-ink-3">{strings.none}</span>;
  return (
    <span className="num block leading-tight">
      <span className="block">{formatMoney(totalCost, currency)}</span>
      <span className="block text-xs text-ink-3">{strings.perUnit(formatMoney(unitCost, currency))}</span>
    </span>
  );
}

function Actions({ entry }: { entry: Entry }) {
  const open = useOpenEntry();
  const canEdit = useCan('entries.edit');
  const canDelete = useCan('entries.delete');
  const { productName } = entry;
  return (
    <span className="-mr-2 flex justify-end">
      <IconButton
        label={strings.seeOf(productName)}
        icon={Eye}
        onClick={() => open({ kind: 'details', id: entry.id })}
      />
      {canEdit ? (
        <IconButton label={strings.editOf(productName)} icon={Pencil} onClick={() => open({ kind: 'edit', entry })} />
      ) : null}
      {canDelete ? (
        <IconButton
          label={strings.deleteOf(productName)}
          icon={Trash2}
          onClick={() => open({ kind: 'delete', entry })}
        />
      ) : null}
    </span>
  );
}
