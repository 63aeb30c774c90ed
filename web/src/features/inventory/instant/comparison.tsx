import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { errorText } from '@/lib/api-error';
import { formatInteger, formatMoney, formatSigned } from '@/lib/format';
import { LoadingPart } from '@/ui/feedback/loading-part';
import { ErrorBanner } from '@/ui/feedback/states';
import { Card, CardHeader } from '@/ui/layout/card';
import { DataTable, type TableColumn } from '@/ui/list/data-table';
import { type Comparison as Compared, comparisonQuery, type Method, type ProductCourse } from './api';
import { shownDay } from './shown-day';
import { comparisonStrings as s } from './strings';

type ComparisonProps = { from: string; to: string; method: Method };

/** What came, left and was lost between two days; the sums at both ends agree to the cent. */
export function Comparison({ from, to, method }: ComparisonProps) {
  const id = useId();
  const { data, error, refetch } = useQuery(comparisonQuery({ from, to, method, page: 1, limit: 10 }));
  if (error) return <ErrorBanner title={s.failed} text={errorText(error)} onRetry={() => void refetch()} />;
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={s.title(shownDay(from), shownDay(to))} description={s.hint} />
      {data ? <Course compared={data} /> : <LoadingPart />}
    </Card>
  );
}

/** One line of the table: both ends, and between them what happened. */
type Line = { id: string; label: string; unitsIn: number | null; unitsOut: number | null; value: number; end: boolean };

function linesOf({ before, after, flows }: Compared['totals']): Line[] {
  const end = (id: string, label: string, side: typeof before): Line => ({
    id,
    label,
    unitsIn: side.units,
    unitsOut: null,
    value: side.costValue ?? 0,
    end: true,
  });
  return [
    end('before', s.before, before),
    ...flows.map(({ kind, unitsIn, unitsOut, costValueIn = 0, costValueOut = 0 }) => ({
      id: kind,
      label: s.kinds[kind],
      unitsIn,
      unitsOut,
      value: costValueIn - costValueOut,
      end: false,
    })),
    end('after', s.after, after),
  ];
}

/** An amount with its sign where it is a change. */
function amountOf({ value, end }: Line, currency: string): string {
  return end || value <= 0 ? formatMoney(value, currency) : `+${formatMoney(value, currency)}`;
}

function columnsOf(currency: string): TableColumn<Line>[] {
  const units = (value: number | null) => (value === null || value === 0 ? '' : formatInteger(value));
  return [
    {
      id: 'kind',
      header: s.columns.kind,
      cell: (line) => (line.end ? <b className="font-semibold">{line.label}</b> : line.label),
    },
    { id: 'in', header: s.columns.in, cell: (line) => units(line.unitsIn), width: 'w-28', align: 'right' },
    { id: 'out', header: s.columns.out, cell: (line) => units(line.unitsOut), width: 'w-28', align: 'right' },
    {
      id: 'value',
      header: s.columns.value,
      cell: (line) => amountOf(line, currency),
      width: 'w-44',
      align: 'right',
    },
  ];
}

function Course({ compared }: { compared: Compared }) {
  const currency = compared.costCurrency ?? 'EUR';
  return (
    <>
      <DataTable
        label={s.table}
        columns={columnsOf(currency)}
        rows={linesOf(compared.totals)}
        rowId={(line) => line.id}
        renderCard={(line) => (
          <p className="flex justify-between gap-3">
            <span className={line.end ? 'font-semibold' : ''}>{line.label}</span>
            <span className="num">{amountOf(line, currency)}</span>
          </p>
        )}
      />
      {compared.results.length > 0 ? <Changes rows={compared.results} currency={currency} /> : null}
    </>
  );
}

/** The products whose value changed most. */
function Changes({ rows, currency }: { rows: ProductCourse[]; currency: string }) {
  return (
    <div className="stack-2 border-t border-line px-4 py-3">
      <h3 className="text-sm font-semibold">{s.products}</h3>
      <ul className="stack-1 text-sm">
        {rows.map(({ productId, productName, before, after }) => (
          <li key={productId} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 truncate">{productName}</span>
            <span className="num text-ink-2">
              {s.units(formatSigned(after.units - before.units))}
              {' · '}
              {formatMoney((after.costValue ?? 0) - (before.costValue ?? 0), currency)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
