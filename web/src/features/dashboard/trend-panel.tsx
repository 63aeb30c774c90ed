import { ChartColumn } from 'lucide-react';
import { DayChart } from '@/charts/day-chart';
import { formatChange, formatDayMonth, formatInteger, formatLongDay, formatWeekday } from '@/lib/format';
import { Segmented } from '@/ui/form/segmented';
import type { Period, Trend, TrendDay } from './api';
import { type Loading, Panel, PanelEmpty } from './panel';
import { strings as s } from './strings';

type TrendPanelProps = { trend: Loading<Trend>; period: Period; onPeriodChange: (period: Period) => void };

const periods = [
  { value: '7', label: s.days(7) },
  { value: '30', label: s.days(30) },
] as const;

export function TrendPanel({ trend, period, onPeriodChange }: TrendPanelProps) {
  return (
    <Panel
      title={s.trend}
      action={<Segmented label={s.period} segments={periods} value={period} onValueChange={onPeriodChange} />}
      loading={trend}
      loadingLabel={s.loadingTrend}
      skeletonRows={4}
      bodyClass="min-h-65"
    >
      {({ days, statistics }) =>
        statistics.total_pedidos === 0 ? (
          <PanelEmpty
            icon={<ChartColumn aria-hidden className="text-ink-3" />}
            title={s.noOrdersInPeriod}
            text={s.noOrdersInPeriodText}
          />
        ) : (
          <>
            <Figures statistics={statistics} />
            <DayChart
              bars={days.map((day, index) => barOf(day, days, index))}
              label={s.trendOf(days.length, statistics.total_pedidos)}
              formatValue={s.axis}
              formatMean={s.mean}
              legend={{ value: s.perDay, mean: s.weekMean }}
              columns={{ name: s.day, value: s.perDay, mean: s.weekMean }}
            />
          </>
        )
      }
    </Panel>
  );
}

const meanDays = 7;

/** A week already shows every day; a longer time is evened out from the seventh day on. */
function barOf({ date, orders }: TrendDay, days: TrendDay[], index: number) {
  const at = `${date}T12:00:00Z`;
  const long = days.length > meanDays;
  const week = days.slice(index - meanDays + 1, index + 1);
  return {
    id: date,
    tick: long ? formatDayMonth(at) : formatWeekday(at),
    name: formatLongDay(at),
    value: orders,
    mean: long && index >= meanDays - 1 ? sum(week) / meanDays : null,
  };
}

function sum(days: TrendDay[]): number {
  return days.reduce((total, { orders }) => total + orders, 0);
}

function Figures({ statistics }: { statistics: Trend['statistics'] }) {
  const { total_pedidos, promedio_diario, maximo_diario, growth_rate, periodo } = statistics;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 pb-3 text-sm text-ink-2">
      <dl className="num flex flex-wrap gap-x-5 gap-y-1">
        <Figure label={s.trendTotal} value={formatInteger(total_pedidos)} />
        <Figure label={s.trendMean} value={s.mean(promedio_diario)} />
        <Figure label={s.trendMost} value={formatInteger(maximo_diario)} />
        {growth_rate === null ? null : <Figure label={s.trendGrowth} value={formatChange(growth_rate)} />}
      </dl>
      <p aria-hidden className="flex flex-wrap gap-x-4 text-xs">
        <span className="inline-flex items-center gap-1.5">
          <span className="size-2.5 rounded-xs bg-chart-1/35" />
          {s.perDay}
        </span>
        {periodo > meanDays ? (
          <span className="inline-flex items-center gap-1.5">
            <span className="w-3.5 border-t-2 border-chart-1" />
            {s.weekMean}
          </span>
        ) : null}
      </p>
    </div>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex gap-1.5">
      <dt>{label}</dt>
      <dd className="font-semibold text-ink">{value}</dd>
    </div>
  );
}
