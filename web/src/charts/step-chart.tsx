import { ChartTable, Grid, Picture, PointTip, TipPlace } from './parts';
import { labelRoom, timeTicks, valueAxis } from './scale';
import { useWalk } from './use-walk';
import { useWidth } from './use-width';

export type StepPoint = { at: number; value: number };

type StepChartProps = {
  /** In order of time. The last value holds until `until`. */
  points: StepPoint[];
  until: number;
  /** One sentence that says what the picture shows. */
  label: string;
  /** A value to compare with, drawn as a dashed line. */
  limit: { value: number; label: string } | null;
  formatValue: (value: number) => string;
  formatTick: (at: number) => string;
  formatMoment: (at: number) => string;
  /** The headings of the table that stands in for the picture. */
  columns: { at: string; value: string };
};

const height = 220;
const margin = { top: 12, right: 12, bottom: 26, left: 44 };

/** A value that stays until it changes: a line in steps over time, on a zero baseline. */
export function StepChart(props: StepChartProps) {
  const { points, until, label, limit, formatValue, formatTick, formatMoment, columns } = props;
  const [ref, width] = useWidth<HTMLDivElement>();
  const top = Math.max(1, limit?.value ?? 0, ...points.map((point) => point.value));
  const foot = height - margin.bottom;
  const { at: y, ticks } = valueAxis(top, { foot, head: margin.top });
  const start = labelRoom(ticks.map(formatValue), margin.left);
  const since = points[0]?.at ?? until;
  const room = Math.max(0, width - margin.right - start);
  const x = (at: number) => start + (until === since ? 0.5 : (at - since) / (until - since)) * room;
  const { active, handlers } = useWalk(points.length, (place) => {
    const time = since + ((place - start) / Math.max(1, room)) * (until - since);
    return points.findLastIndex((point) => point.at <= time);
  });
  const line = stepPath(points, x, y);
  const shown = active === null ? undefined : points[active];

  return (
    <div ref={ref} className="relative" style={{ height }}>
      {width > 0 ? (
        <Picture label={label} width={width} height={height} handlers={handlers}>
          <Grid ticks={ticks} y={y} from={start} to={width - margin.right} format={formatValue} />
          <path d={`${line}H${x(until)}V${foot}H${x(since)}Z`} className="fill-chart-1/12" />
          <path d={`${line}H${x(until)}`} strokeWidth={2} strokeLinecap="round" className="fill-none stroke-chart-1" />
          {limit === null || limit.value <= 0 ? null : (
            <Limit at={y(limit.value)} from={start} to={width - margin.right} label={limit.label} />
          )}
          <TimeTicks ticks={timeTicks(since, until, width < 480 ? 3 : 6)} x={x} format={formatTick} />
          {shown ? (
            <circle
              cx={x(shown.at)}
              cy={y(shown.value)}
              r={4}
              strokeWidth={2}
              className="fill-surface stroke-chart-1"
            />
          ) : null}
        </Picture>
      ) : null}
      <TipPlace>
        {shown ? (
          <PointTip x={x(shown.at)} room={width} title={formatMoment(shown.at)}>
            <span className="font-semibold">{formatValue(shown.value)}</span>
          </PointTip>
        ) : null}
      </TipPlace>
      <ChartTable
        caption={label}
        columns={[columns.at, columns.value]}
        rows={points.map(({ at, value }) => [formatMoment(at), formatValue(value)])}
      />
    </div>
  );
}

/** From each point level to where the next one is, and then straight up or down to it. */
function stepPath(points: StepPoint[], x: (at: number) => number, y: (value: number) => number): string {
  return points
    .map(({ at, value }, index) => (index === 0 ? `M${x(at)},${y(value)}` : `H${x(at)}V${y(value)}`))
    .join('');
}

type LimitProps = { at: number; from: number; to: number; label: string };

/** A line across the chart with its name above it, or below it where there is no room above. */
function Limit({ at, from, to, label }: LimitProps) {
  return (
    <g>
      <line x1={from} x2={to} y1={at} y2={at} strokeDasharray="4 4" className="stroke-chart-2" />
      <text x={to} y={at > 2 * margin.top ? at - 5 : at + 13} textAnchor="end" className="num fill-ink-2 text-2xs">
        {label}
      </text>
    </g>
  );
}

type TimeTicksProps = { ticks: number[]; x: (at: number) => number; format: (at: number) => string };

/** Two ticks of one day would say the same thing twice. */
function TimeTicks({ ticks, x, format }: TimeTicksProps) {
  const labels = ticks.map(format);
  return ticks.map((tick, index) =>
    labels.indexOf(labels[index] ?? '') === index ? (
      <text key={tick} x={x(tick)} y={height - 8} textAnchor="middle" className="num fill-ink-3 text-2xs">
        {labels[index]}
      </text>
    ) : null,
  );
}
