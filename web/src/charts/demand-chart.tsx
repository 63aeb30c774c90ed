import { ChartTable, Grid, Picture, PointTip, TipPlace } from './parts';
import { bands, labelRoom, valueAxis } from './scale';
import { useWalk } from './use-walk';
import { useWidth } from './use-width';

/** One bar: what was, or what is expected with the range it will lie in. */
export type DemandBar = {
  id: string;
  /** Under the axis and in full. */
  tick: string;
  name: string;
  value: number;
  range: { low: number; high: number } | null;
  /** Something to know about it, such as days that do not count. */
  note: string | null;
};

type DemandChartProps = {
  /** In order of time, those that are expected last. */
  bars: DemandBar[];
  /** One sentence that says what the picture shows. */
  label: string;
  formatValue: (value: number) => string;
  formatRange: (low: number, high: number) => string;
  /** What the looks of the bars mean. */
  legend: { past: string; expected: string; range: string; noted: string };
  /** The headings of the table that stands in for the picture. */
  columns: { name: string; value: string; range: string; note: string };
};

const height = 220;
const margin = { top: 14, right: 4, bottom: 26, left: 36 };

/** Past and expected demand side by side, on a zero baseline. */
export function DemandChart(props: DemandChartProps) {
  const { bars, label, formatValue, formatRange, columns } = props;
  const [ref, width] = useWidth<HTMLDivElement>();
  const top = Math.max(1, ...bars.map((bar) => Math.max(bar.value, bar.range?.high ?? 0)));
  const { at: y, ticks } = valueAxis(top, { foot: height - margin.bottom, head: margin.top });
  const start = labelRoom(ticks.map(formatValue), margin.left);
  const x = bands(bars.length, start, Math.max(start, width - margin.right));
  const { active, handlers } = useWalk(bars.length, (at) => Math.floor((at - start) / Math.max(1, x.step)));
  const shown = active === null ? undefined : bars[active];

  return (
    <figure>
      <div ref={ref} className="relative" style={{ height }}>
        {width > 0 ? (
          <Picture label={label} width={width} height={height} handlers={handlers}>
            <Grid ticks={ticks} y={y} from={start} to={width - margin.right} format={formatValue} />
            {bars.map((bar, index) => (
              <Bar
                key={bar.id}
                bar={bar}
                x={x.left(index)}
                width={x.width}
                y={y}
                faded={active !== null && active !== index}
              />
            ))}
            <Ticks bars={bars} x={(index) => x.left(index) + x.width / 2} room={width} />
          </Picture>
        ) : null}
        <TipPlace>
          {shown && active !== null ? (
            <PointTip x={x.left(active)} room={width} title={shown.name}>
              <span className="font-semibold">{formatValue(shown.value)}</span>
              {shown.range ? (
                <span className="text-ink-2"> {formatRange(shown.range.low, shown.range.high)}</span>
              ) : null}
              {shown.note === null ? null : <span className="block text-2xs text-ink-2">{shown.note}</span>}
            </PointTip>
          ) : null}
        </TipPlace>
      </div>
      <Legend legend={props.legend} noted={bars.some((bar) => bar.note !== null)} />
      <ChartTable
        caption={label}
        columns={[columns.name, columns.value, columns.range, columns.note]}
        rows={bars.map(({ name, value, range, note }) => [
          name,
          formatValue(value),
          range ? formatRange(range.low, range.high) : null,
          note,
        ])}
      />
    </figure>
  );
}

type BarProps = { bar: DemandBar; x: number; width: number; y: (value: number) => number; faded: boolean };

/** What is expected is hollow and dashed, with a line over its range. */
function Bar({ bar, x, width, y, faded }: BarProps) {
  const foot = y(0);
  const middle = x + width / 2;
  const cap = Math.min(5, width / 2);
  return (
    <g opacity={faded ? 0.45 : 1}>
      <rect
        x={x}
        y={y(bar.value)}
        width={width}
        height={Math.max(0, foot - y(bar.value))}
        rx={Math.min(2, width / 2)}
        {...(bar.range
          ? { className: 'fill-chart-1/20 stroke-chart-1', strokeDasharray: '3 2' }
          : { className: 'fill-chart-1' })}
      />
      {bar.range ? (
        <path
          d={rangePath({ middle, cap, low: y(bar.range.low), high: y(bar.range.high) })}
          strokeWidth={1.5}
          className="fill-none stroke-chart-2"
        />
      ) : null}
      {bar.note === null ? null : <circle cx={middle} cy={foot + 5} r={2} className="fill-chart-2" />}
    </g>
  );
}

type RangeLine = { middle: number; cap: number; low: number; high: number };

/** A line from one end of a range to the other, with a bar across each end. */
function rangePath({ middle, cap, low, high }: RangeLine): string {
  const across = (at: number) => `M${middle - cap},${at}h${2 * cap}`;
  return `M${middle},${low}V${high}${across(high)}${across(low)}`;
}

type TicksProps = { bars: DemandBar[]; x: (index: number) => number; room: number };

function Ticks({ bars, x, room }: TicksProps) {
  const every = Math.max(1, Math.ceil(bars.length / Math.max(2, Math.floor(room / 80))));
  return bars.map((bar, index) =>
    (bars.length - 1 - index) % every === 0 && index > 0 ? (
      <text
        key={bar.id}
        x={Math.min(x(index), room - 18)}
        y={height - 6}
        textAnchor="middle"
        className="num fill-ink-3 text-2xs"
      >
        {bar.tick}
      </text>
    ) : null,
  );
}

type LegendProps = { legend: DemandChartProps['legend']; noted: boolean };

function Legend({ legend, noted }: LegendProps) {
  return (
    <figcaption className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden className="size-2.5 rounded-xs bg-chart-1" />
        {legend.past}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden className="size-2.5 rounded-xs border border-dashed border-chart-1 bg-chart-1/20" />
        {legend.expected}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden className="h-3 border-l-2 border-chart-2" />
        {legend.range}
      </span>
      {noted ? (
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="size-1.5 rounded-full bg-chart-2" />
          {legend.noted}
        </span>
      ) : null}
    </figcaption>
  );
}
