import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { formatDateTime, formatMoney } from '@/lib/format';
import { Button } from '@/ui/form/button';
import type { TableColumn } from '@/ui/list/data-table';
import { ShortList } from '@/ui/list/short-list';
import { lazy } from '@/ui/overlay/lazy';
import { type Closing, closingsQuery } from './api';
import { instantStrings, closingStrings as s } from './strings';

const ClosingDialog = lazy(() => import('./closing-dialog'));

function columnsOf(onLook: (id: number) => void): TableColumn<Closing>[] {
  return [
    { id: 'at', header: s.columns.at, cell: (row) => formatDateTime(row.at), width: 'w-44' },
    { id: 'method', header: s.columns.method, cell: (row) => instantStrings.methods[row.method], width: 'w-36' },
    { id: 'by', header: s.columns.by, cell: (row) => <span className="block truncate">{row.createdByName}</span> },
    { id: 'value', header: s.columns.value, cell: closedValue, width: 'w-40', align: 'right' },
    {
      id: 'look',
      header: '',
      cell: (row) => (
        <Button size="sm" aria-label={s.lookAt(formatDateTime(row.at))} onClick={() => onLook(row.id)}>
          {s.look}
        </Button>
      ),
      width: 'w-24',
      align: 'right',
    },
  ];
}

function closedValue({ totals, costCurrency }: Closing): string {
  return formatMoney(totals.costValue ?? 0, costCurrency ?? 'EUR');
}

/** What was kept of the ends of years. */
export function Closings() {
  const [shown, setShown] = useState<number | null>(null);
  const query = useQuery(closingsQuery);
  return (
    <>
      <ShortList
        title={s.title}
        hint={s.hint}
        label={s.list}
        loadingLabel={s.loading}
        failedTitle={s.failed}
        query={query}
        empty={<p className="px-4 pb-4 text-sm text-ink-2">{s.none}</p>}
        table={{
          columns: columnsOf(setShown),
          skeletons: 2,
          renderCard: (row) => (
            <div className="flex items-center justify-between gap-3">
              <div>
                <p className="font-semibold">{formatDateTime(row.at)}</p>
                <p className="num text-sm text-ink-2">
                  {instantStrings.methods[row.method]} · {closedValue(row)}
                </p>
              </div>
              <Button aria-label={s.lookAt(formatDateTime(row.at))} onClick={() => setShown(row.id)}>
                {s.look}
              </Button>
            </div>
          ),
        }}
      />
      <Suspense>{shown === null ? null : <ClosingDialog id={shown} onClose={() => setShown(null)} />}</Suspense>
    </>
  );
}
