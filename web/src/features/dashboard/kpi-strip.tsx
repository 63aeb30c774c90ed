import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { formatInteger } from '@/lib/format';
import { Card } from '@/ui/card';
import { Skeleton } from '@/ui/skeleton';
import { LoadingRegion } from '@/ui/states';
import { type Loading, PanelError } from './panel';
import { strings } from './strings';

type Stats = {
  totalProducts: number;
  totalStock: number;
  lowStockProducts: number;
  outOfStockProducts: number;
};

/** One card split by hairlines: each part a figure and the line that explains it. */
export function KpiStrip({ stats: { data, error, retry } }: { stats: Loading<Stats> }) {
  return (
    <Card aria-label={strings.summary}>
      {data ? (
        <div className={stripClass}>
          <AlertKpi stats={data} />
          <StockKpi stats={data} />
        </div>
      ) : error ? (
        <PanelError error={error} onRetry={retry} />
      ) : (
        <LoadingRegion label={strings.loading} className={stripClass}>
          <KpiSkeleton />
          <KpiSkeleton />
        </LoadingRegion>
      )}
    </Card>
  );
}

const stripClass = 'grid divide-line max-sm:divide-y sm:grid-cols-2 sm:divide-x';

type KpiProps = { label: string; figure: string; unit?: string; aside?: ReactNode; children: ReactNode };

function Kpi({ label, figure, unit, aside, children }: KpiProps) {
  return (
    <div className="flex min-w-0 items-end justify-between gap-4 p-5">
      <div className="min-w-0">
        <h2 className="text-sm text-ink-2">{label}</h2>
        <p className="num mt-1 text-2xl font-semibold tracking-[-0.03em]">
          {figure}
          {unit === undefined ? null : (
            <span className="text-base font-normal tracking-normal text-ink-2"> {unit}</span>
          )}
        </p>
        <div className="num mt-1 flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2">
          {children}
        </div>
      </div>
      {aside}
    </div>
  );
}

function AlertKpi({ stats }: { stats: Stats }) {
  const { lowStockProducts: low, outOfStockProducts: out } = stats;
  return (
    <Kpi label={strings.inAlert} figure={formatInteger(low + out)} aside={<AlertBar low={low} out={out} />}>
      <AlertCount stock="bajo" count={low} label={strings.low} dotClass="bg-crit-solid" />
      <AlertCount stock="sin" count={out} label={strings.out} dotClass="bg-out-solid" />
    </Kpi>
  );
}

type AlertCountProps = { stock: 'bajo' | 'sin'; count: number; label: string; dotClass: string };

function AlertCount({ stock, count, label, dotClass }: AlertCountProps) {
  return (
    <Link
      to="/productos"
      search={{ stock }}
      className="flex min-h-6 items-center gap-1.5 rounded-sm hover:text-ink hover:underline"
    >
      <span aria-hidden className={cn('size-2 rounded-full', dotClass)} />
      <span>
        <b className="font-semibold text-ink">{formatInteger(count)}</b> {label}
      </span>
    </Link>
  );
}

/** The two parts of the alert side by side. Decorative: the figures stand beside it. */
function AlertBar({ low, out }: { low: number; out: number }) {
  if (low + out === 0) return null;
  return (
    <span
      aria-hidden
      className="mb-2.5 flex h-2 w-28 shrink-0 gap-0.5 overflow-hidden rounded-full max-xs:hidden"
    >
      {low === 0 ? null : <span className="bg-crit-solid" style={{ flexGrow: low }} />}
      {out === 0 ? null : <span className="bg-out-solid" style={{ flexGrow: out }} />}
    </span>
  );
}

function StockKpi({ stats: { totalStock, totalProducts } }: { stats: Stats }) {
  return (
    <Kpi
      label={strings.totalStock}
      figure={formatInteger(totalStock)}
      unit={totalStock === 1 ? strings.oneUnit : strings.units}
    >
      {strings.inProducts(totalProducts)}
    </Kpi>
  );
}

function KpiSkeleton() {
  return (
    <div className="p-5">
      <Skeleton className="h-5 w-32" />
      <Skeleton className="mt-2 h-8 w-24" />
      <Skeleton className="mt-2 h-5 w-40" />
    </div>
  );
}
