import { type DemandBar, DemandChart } from '@/charts/demand-chart';
import { formatDate, formatDayMonth } from '@/lib/format';
import type { ForecastWorking } from './forecast-api';
import { forecastStrings, formatExpected } from './forecast-strings';

const s = forecastStrings.chart;

/** A day of the business is a date without an hour: noon is that day wherever the browser is. */
function dayName(day: string): string {
  return formatDate(`${day}T12:00:00Z`);
}

function weekName({ dateFrom, dateTo }: { dateFrom: string; dateTo: string }): string {
  return s.weekOf(dayName(dateFrom).slice(0, 5), dayName(dateTo));
}

export function barsOf({ history, ahead }: Pick<ForecastWorking, 'history' | 'ahead'>): DemandBar[] {
  const past = history.map((week) => ({
    id: week.dateFrom,
    tick: formatDayMonth(`${week.dateFrom}T12:00:00Z`),
    name: weekName(week),
    value: week.sold,
    range: null,
    note: week.emptyDays > 0 ? s.emptyDays(week.emptyDays) : null,
  }));
  const coming = ahead.map((week) => ({
    id: week.dateFrom,
    tick: formatDayMonth(`${week.dateFrom}T12:00:00Z`),
    name: weekName(week),
    value: week.units,
    range: { low: week.low, high: week.high },
    note: null,
  }));
  return [...past, ...coming];
}

/** The weeks of a product that were and those to come. */
export default function ForecastChart({ working }: { working: ForecastWorking }) {
  const { history, ahead } = working;
  const first = ahead[0];
  const last = ahead.at(-1);
  if (!first || !last) return null;
  const low = Math.min(...ahead.map((week) => week.low));
  const high = Math.max(...ahead.map((week) => week.high));
  return (
    <DemandChart
      bars={barsOf(working)}
      label={s.label(history.length, dayName(first.dateFrom), dayName(last.dateTo), low, high)}
      formatValue={formatExpected}
      formatRange={(from, to) => forecastStrings.range(from, to)}
      legend={{ past: s.sold, expected: s.expected, range: s.rangeLegend, noted: s.emptyLegend }}
      columns={{ name: s.week, value: s.unitsColumn, range: s.rangeColumn, note: s.emptyColumn }}
    />
  );
}
