import { ChartTable, Grid, Picture, PointTip, TipPlace } from './parts';
import { labelRoom, roundTicks } from './scale';
import { useWalk } from './use-walk';
import { useWidth } from './use-width';

export type DayBar = {
  id: string;
  /** Under the axis and in full. */
  tick: string;
  name: string;
  value: number;
  /** The same over several days; null where too few are known. */
  mean: number | null;
};

type DayChartProps = {
  /** In order of time. */
  bars: DayBar[];
  /** One sentence that says what the picture shows. */
  label: string;
  formatValue: (value: number) => string;
  formatMean: (value: number) => string;
  legend: { value: string; mean: string };
  /** The headings of the table that stands in for the picture. */
  columns: { name: string; value: string; mean: string };
};

const height = 220;
const margin = { top: 10, right: 4, bottom: 26, left: 32 };

/** A bar a day on a zero baseline, and a line over them that evens the days out. */
export function DayChart(props: DayChartProps) {
  const { bars, label, formatValue, formatMean, legend, columns } = props;
  const [ref, width] = useWidth<HTMLDivElement>();
  const ticks = roundTicks(Math.max(...bars.map((bar) => bar.value)));
  const start = labelRoom(ticks.map(formatValue), margin.left);
  const plot = plotOf({ start, width, count: bars.length, top: ticks.at(-1) ?? 1 });
  const { active, handlers } = useWalk(bars.length, (x) => Math.floor((x - start) / plot.step));
  const shown = active === null ? undefined : bars[active];

  return (
    <figure className="flex min-w-0 flex-1 flex-col">
      <div ref={ref} className="relative" style={{ height }}>
        {width > 0 ? (
          <Picture label={label} width={width} height={height} handlers={handlers}>
            <Grid ticks={ticks} y={plot.y} from={start} to={width - margin.right} format={formatValue} />
            {bars.map((bar, index) => (
              <rect
                key={bar.id}
                x={plot.left(index)}
                y={plot.y(bar.value)}
                width={plot.bar}
                height={plot.y(0) - plot.y(bar.value)}
                rx={Math.min(2, plot.bar / 2)}
                className={active === index ? 'fill-chart-1/70' : 'fill-chart-1/35'}
              />
            ))}
            <path d={meanPath(bars, plot)} strokeWidth={2} className="fill-none stroke-chart-1" />
            <DayTicks bars={bars} plot={plot} width={width} />
          </Picture>
        ) : null}
        <TipPlace>
          {shown && active !== null ? (
            <PointTip x={plot.left(active)} room={width} title={shown.name}>
              <span className="font-semibold">{formatValue(shown.value)}</span>
              {shown.mean === null ? null : (
                <span className="block text-2xs text-ink-2">
                  {legend.mean}: {formatMean(shown.mean)}
                </span>
              )}
            </PointTip>
          ) : null}
        </TipPlace>
      </div>
      <ChartTable
        caption={label}
        columns={[columns.name, columns.value, columns.mean]}
        rows={bars.map(({ name, value, mean }) => [name, formatValue(value), mean === null ? null : formatMean(mean)])}
      />
    </figure>
  );
}

type Plot = {
  step: number;
  bar: number;
  left: (index: number) => number;
  y: (value: number) => number;
};

type PlotRoom = { start: number; width: number; count: number; top: number };

function plotOf({ start, width, count, top }: PlotRoom): Plot {
  const step = Math.max(0, width - start - margin.right) / Math.max(1, count);
  const bar = step * 0.68;
  const room = height - margin.top - margin.bottom;
  return {
    step,
    bar,
    left: (index) => start + index * step + (step - bar) / 2,
    y: (value) => height - margin.bottom - (value / top) * room,
  };
}

function meanPath(bars: DayBar[], plot: Plot): string {
  return bars
    .flatMap(({ mean }, index) => (mean === null ? [] : [[plot.left(index) + plot.bar / 2, plot.y(mean)]]))
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x},${y}`)
    .join('');
}

/** As many names as fit, counted from the last day back. */
function DayTicks({ bars, plot, width }: { bars: DayBar[]; plot: Plot; width: number }) {
  const every = Math.max(1, Math.ceil(bars.length / Math.max(2, Math.floor(width / 64))));
  return bars.map((bar, index) =>
    (bars.length - 1 - index) % every === 0 ? (
      <text
        key={bar.id}
        x={Math.min(plot.left(index) + plot.bar / 2, width - 16)}
        y={height - 8}
        textAnchor="middle"
        className="num fill-ink-3 text-2xs"
      >
        {bar.tick}
      </text>
    ) : null,
  );
}
