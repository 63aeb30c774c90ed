import { Link } from '@tanstack/react-router';
import { BellOff, Settings2, SlidersHorizontal, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { forecastStrings, formatExpected } from '@/features/shared/forecast-strings';
import { earlyRisk, RunsOut, runsOutRange } from '@/features/shared/runs-out';
import { reservedNote, StockBar, StockCell } from '@/features/shared/stock-level';
import { Thumb } from '@/features/shared/thumb';
import { cn } from '@/lib/cn';
import { formatInteger } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { Badge } from '@/ui/feedback/badge';
import { IconButton } from '@/ui/form/icon-button';
import { rowLinkClass, type TableColumn } from '@/ui/list/data-table';
import { SelectPage, SelectRow } from '@/ui/list/select-boxes';
import type { Forecast } from './api';
import { useOpenDialog } from './forecast-actions';
import { strings } from './strings';

const titles = strings.columns;

export const forecastColumns: TableColumn<Forecast>[] = [
  {
    id: 'product',
    header: titles.product,
    cell: (row) => <ProductCell row={row} />,
    sortKey: 'productName',
  },
  {
    id: 'stock',
    header: titles.stock,
    cell: (row) => <StockCell product={row} />,
    sortKey: 'currentStock',
    width: 'w-38',
    align: 'right',
  },
  {
    id: 'sold',
    header: titles.sold,
    cell: (row) => formatInteger(row.soldLast30Days),
    sortKey: 'soldLast30Days',
    width: 'w-32',
    align: 'right',
  },
  {
    id: 'willSell',
    header: titles.willSell,
    cell: (row) => <WillSell row={row} />,
    sortKey: 'willSellIn30Days',
    width: 'w-36',
    align: 'right',
  },
  {
    id: 'toDo',
    header: titles.toDo,
    cell: (row) => <ToDo row={row} />,
    sortKey: 'toDo',
    width: 'w-28',
    align: 'right',
  },
  {
    id: 'runsOut',
    header: titles.runsOut,
    cell: (row) => <RunsOutCell row={row} />,
    sortKey: 'runsOutIn',
    width: 'w-36',
  },
  {
    id: 'alert',
    header: titles.alert,
    cell: (row) => <Alert row={row} />,
    sortKey: 'alertDays',
    width: 'w-32',
  },
  {
    id: 'actions',
    header: titles.actions,
    cell: (row) => <Actions row={row} />,
    width: 'w-24',
    align: 'right',
  },
];

/** The same with a box before each row, for those who may order several at once. */
export const selectableColumns: TableColumn<Forecast>[] = [
  {
    id: 'select',
    header: (rows) => <SelectPage ids={rows.map((row) => row.productId)} label={strings.selectPage} />,
    cell: (row) => <SelectBox row={row} />,
    width: 'w-13',
  },
  ...forecastColumns,
];

/** Above the link that covers the whole row. */
function SelectBox({ row }: { row: Forecast }) {
  return (
    <span className="relative z-1 inline-block">
      <SelectRow id={row.productId} label={strings.select(row.productName)} />
    </span>
  );
}

/** The same product on a phone. */
export function ForecastCard({ row }: { row: Forecast }) {
  const canBuy = useCan('purchases.edit');
  return (
    <div className="stack-2.5">
      <div className="flex items-start gap-3">
        <Thumb name={row.productName} imageUrl={row.imageUrl} size="md" />
        <div className="min-w-0 flex-1">
          <WorkingLink row={row} className="line-clamp-2" />
          <p className="code truncate text-ink-3">{row.sku}</p>
        </div>
        <span className="flex shrink-0 flex-col items-end gap-0.5">
          <RunsOutCell row={row} />
        </span>
        {canBuy ? <SelectBox row={row} /> : null}
      </div>
      <StockBar product={row} />
      <dl className="num grid grid-cols-[1fr_1fr_1.15fr_0.85fr] grid-rows-[auto_auto] gap-x-2 text-sm">
        <CardFigure label={titles.stock} value={<Stock row={row} />} />
        <CardFigure label={titles.sold} value={formatInteger(row.soldLast30Days)} />
        <CardFigure label={titles.willSell} value={formatExpected(row.willSellIn30Days)} />
        <CardFigure label={titles.toDo} value={<ToDo row={row} />} />
      </dl>
      <div className="flex items-center justify-between gap-2">
        <span className="text-sm text-ink-2">
          {row.alertBlocked ? null : `${titles.alert}: `}
          <Alert row={row} />
        </span>
        <Actions row={row} />
      </div>
    </div>
  );
}

/** Figures begin on one line, whatever stands above or below each. */
function CardFigure({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="row-span-2 grid min-w-0 grid-rows-subgrid">
      <dt className="text-2xs text-ink-3">{label}</dt>
      <dd className="font-medium">{value}</dd>
    </div>
  );
}

function Stock({ row }: { row: Forecast }) {
  const note = reservedNote(row);
  return (
    <>
      {formatInteger(row.currentStock)}
      {note ? <span className="block text-2xs font-normal text-ink-3">{note}</span> : null}
    </>
  );
}

function ProductCell({ row }: { row: Forecast }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Thumb name={row.productName} imageUrl={row.imageUrl} />
      <span className="min-w-0 leading-tight">
        <WorkingLink row={row} className="line-clamp-2" />
        <span className="code block truncate text-ink-3">{row.sku}</span>
      </span>
    </span>
  );
}

/** The row itself leads to how its figures were made; the list behind it stays as it is. */
function WorkingLink({ row, className }: { row: Forecast; className: string }) {
  return (
    <Link
      from="/prevision-stock"
      to="."
      search={(before) => ({ ...before, producto: row.productId })}
      resetScroll={false}
      title={row.productName}
      className={cn('font-medium hover:text-accent hover:underline', rowLinkClass, className)}
    >
      {row.productName}
    </Link>
  );
}

function WillSell({ row }: { row: Forecast }) {
  const { willSellIn30Days, willSellLow, willSellHigh, lowConfidence } = row;
  return (
    <span className="block leading-tight">
      <span className="block font-semibold">{formatExpected(willSellIn30Days)}</span>
      <span className="block text-2xs text-ink-3">
        {lowConfidence ? strings.lowConfidence : forecastStrings.range(willSellLow, willSellHigh)}
      </span>
    </span>
  );
}

function RunsOutCell({ row }: { row: Forecast }) {
  return (
    <span className="block leading-tight">
      <RunsOut row={row} />
      <Certainty row={row} />
    </span>
  );
}

/** How sure that is, or that it may well be gone sooner than a user wants to know. */
function Certainty({ row }: { row: Forecast }) {
  const risk = earlyRisk(row);
  if (risk === null) return <span className="num block text-2xs text-ink-3">{runsOutRange(row)}</span>;
  return (
    <span className="num flex items-center gap-1 text-2xs text-low-fg" title={runsOutRange(row) ?? undefined}>
      <TriangleAlert aria-hidden className="size-3 shrink-0" />
      {risk}
    </span>
  );
}

function ToDo({ row: { toDo } }: { row: Forecast }) {
  return <span className={cn(toDo > 0 ? 'font-semibold' : 'font-normal text-ink-3')}>{formatInteger(toDo)}</span>;
}

function Alert({ row: { alertBlocked, alertDays } }: { row: Forecast }) {
  return alertBlocked ? (
    <Badge tone="mute" icon={BellOff}>
      {strings.alertBlocked}
    </Badge>
  ) : (
    <span className="num text-ink-2">{strings.alertDays(alertDays)}</span>
  );
}

function Actions({ row }: { row: Forecast }) {
  const open = useOpenDialog();
  const canAdjust = useCan('stock.adjust');
  const canEdit = useCan('products.edit');
  return (
    <span className="relative z-1 -mr-2 flex justify-end">
      {canAdjust ? (
        <IconButton
          label={strings.adjustOf(row.productName)}
          icon={SlidersHorizontal}
          onClick={() => open({ kind: 'adjust', row })}
        />
      ) : null}
      {canEdit ? (
        <IconButton
          label={strings.configureOf(row.productName)}
          icon={Settings2}
          onClick={() => open({ kind: 'configure', row })}
        />
      ) : null}
    </span>
  );
}
