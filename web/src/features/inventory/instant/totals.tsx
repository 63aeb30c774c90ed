import { useId } from 'react';
import { formatInteger, formatMoney } from '@/lib/format';
import { Card, CardHeader } from '@/ui/layout/card';
import { DataTable, type TableColumn } from '@/ui/list/data-table';
import type { Instant, NamedTotals } from './api';
import { instantStrings as s } from './strings';

function columnsOf(first: string, none: string, currency: string): TableColumn<NamedTotals>[] {
  return [
    { id: 'name', header: first, cell: (row) => row.name || none },
    {
      id: 'products',
      header: s.products,
      cell: (row) => formatInteger(row.products),
      width: 'w-28',
      align: 'right',
    },
    { id: 'units', header: s.units, cell: (row) => formatInteger(row.units), width: 'w-28', align: 'right' },
    {
      id: 'value',
      header: s.value,
      cell: (row) => formatMoney(row.costValue ?? 0, currency),
      width: 'w-40',
      align: 'right',
    },
  ];
}

/** What each category comes to, and each location where there are several. */
export function InstantTotals({ instant }: { instant: Instant }) {
  const currency = instant.costCurrency ?? 'EUR';
  return (
    <div className="grid gap-5 *:min-w-0 xl:grid-cols-2">
      <Totals
        title={s.byCategory}
        first={s.name.category}
        none={s.noCategory}
        rows={instant.categories}
        currency={currency}
      />
      {instant.locations.length > 1 ? (
        <Totals title={s.byLocation} first={s.name.location} none="" rows={instant.locations} currency={currency} />
      ) : null}
    </div>
  );
}

type TotalsProps = { title: string; first: string; none: string; rows: NamedTotals[]; currency: string };

function Totals({ title, first, none, rows, currency }: TotalsProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} />
      <DataTable
        label={title}
        columns={columnsOf(first, none, currency)}
        rows={rows}
        rowId={(row) => row.name}
        renderCard={(row) => (
          <p className="flex justify-between gap-3">
            <span className="truncate">{row.name || none}</span>
            <span className="num">{formatMoney(row.costValue ?? 0, currency)}</span>
          </p>
        )}
      />
    </Card>
  );
}
