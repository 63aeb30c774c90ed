import { Link } from '@tanstack/react-router';
import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Sparkline } from '@/charts/sparkline';
import { cn } from '@/lib/cn';
import { formatChange, formatInteger } from '@/lib/format';
import { Skeleton } from '@/ui/feedback/skeleton';
import { LoadingRegion } from '@/ui/feedback/states';
import { toneText } from '@/ui/feedback/tone';
import { Card } from '@/ui/layout/card';
import type { Trend } from './api';
import { type Loading, PanelError } from './panel';
import { strings } from './strings';

type Stats = {
  totalProducts: number;
  totalStock: number;
  lowStockProducts: number;
  outOfStockProducts: number;
  stockDays: { stock: number }[];
};

type KpiStripProps = { stats: Loading<Stats>; week: Loading<Trend> };

/** One card split by hairlines: each part a figure and the line that explains it. */
export function KpiStrip({ stats, week }: KpiStripProps) {
  return (
    <Card aria-label={strings.summary} className="grid lg:grid-cols-3">
      <Part loading={week} label={strings.loadingShipped} skeletons={1}>
        {(shipped) => <ShippedKpi {...shipped} />}
      </Part>
      <Part loading={stats} label={strings.loading} skeletons={2} className="lg:col-span-2">
        {(data) => (
          <>
            <AlertKpi stats={data} />
            <StockKpi stats={data} />
          </>
        )}
      </Part>
    </Card>
  );
}

type PartProps<Data> = {
  loading: Loading<Data>;
  label: string;
  skeletons: 1 | 2;
  className?: string;
  children: (data: Data) => ReactNode;
};

/** Figures that come in one answer; they load and fail without the others. */
function Part<Data>({ loading: { data, error, retry }, label, skeletons, className, children }: PartProps<Data>) {
  const part = cn('max-lg:not-last:border-b lg:not-last:border-r', className);
  const grid = cn('grid', skeletons === 2 && 'sm:grid-cols-2', part);
  if (data !== undefined) return <div className={grid}>{children(data)}</div>;
  if (error) {
    return (
      <div className={part}>
        <PanelError error={error} onRetry={retry} />
      </div>
    );
  }
  return (
    <LoadingRegion label={label} className={grid}>
      <KpiSkeleton wraps={skeletons === 2} />
      {skeletons === 2 ? <KpiSkeleton wraps /> : null}
    </LoadingRegion>
  );
}

/** The hairline between two of a part. */
const besideOthers = 'max-sm:not-last:border-b sm:not-last:border-r';

type KpiProps = { label: string; figure: string; unit?: string; aside?: ReactNode; children: ReactNode };

function Kpi({ label, figure, unit, aside, children }: KpiProps) {
  return (
    <div className={cn('flex min-w-0 items-end justify-between gap-4 p-5', besideOthers)}>
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

/** What left today, against what had left yesterday at this hour: a morning is no day. */
function ShippedKpi({ days, statistics }: Trend) {
  const week = days.slice(-7).map(({ shipped }) => shipped);
  const { shippedToday: today, shippedYesterdayByNow: yesterday } = statistics;
  return (
    <Kpi
      label={strings.shippedToday}
      figure={formatInteger(today)}
      aside={<Sparkline values={week} className="mb-1 text-chart-1 max-xs:hidden" />}
    >
      <AgainstYesterday today={today} yesterday={yesterday} />
    </Kpi>
  );
}

function AgainstYesterday({ today, yesterday }: { today: number; yesterday: number }) {
  if (yesterday === 0) return strings.noneYesterday;
  if (today === yesterday) return strings.sameAsYesterday;
  const rose = today > yesterday;
  const Arrow = rose ? ArrowUpRight : ArrowDownRight;
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={cn('inline-flex items-center gap-1 font-medium', toneText[rose ? 'ok' : 'out'])}>
        <Arrow aria-hidden className="size-4" />
        {formatChange((100 * (today - yesterday)) / yesterday)}
      </span>
      {strings.againstYesterday}
    </span>
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
    <span aria-hidden className="mb-2.5 flex h-2 w-28 shrink-0 gap-0.5 overflow-hidden rounded-full max-xs:hidden">
      {low === 0 ? null : <span className="bg-crit-solid" style={{ flexGrow: low }} />}
      {out === 0 ? null : <span className="bg-out-solid" style={{ flexGrow: out }} />}
    </span>
  );
}

/** What there is, and how much more or less than when the line beside it begins. */
function StockKpi({ stats: { totalStock, totalProducts, stockDays } }: { stats: Stats }) {
  const course = stockDays.map(({ stock }) => stock);
  const change = totalStock - (course[0] ?? totalStock);
  return (
    <Kpi
      label={strings.totalStock}
      figure={formatInteger(totalStock)}
      unit={totalStock === 1 ? strings.oneUnit : strings.units}
      aside={<Sparkline values={course} className="mb-1 text-chart-3 max-xs:hidden" />}
    >
      <span>{strings.inProducts(totalProducts)}</span>
      {course.length < 2 ? null : <span>{strings.stockChange(change, course.length - 1)}</span>}
    </Kpi>
  );
}

/** Where two things are said below the figure, a phone has room for one beside the picture. */
function KpiSkeleton({ wraps }: { wraps: boolean }) {
  return (
    <div className={cn('p-5', besideOthers)}>
      <Skeleton className="h-5 w-32" />
      <Skeleton className="mt-2 h-8 w-24" />
      <Skeleton className={cn('mt-2 h-5 w-40', wraps && 'max-sm:h-11')} />
    </div>
  );
}
