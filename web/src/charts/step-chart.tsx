import { curveStepAfter } from '@visx/curve';
import { scaleLinear, scaleTime } from '@visx/scale';
import { AreaClosed, LinePath } from '@visx/shape';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
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
const tickCount = 4;

/** A value that stays until it changes: a line in steps over time, on a zero baseline. */
export function StepChart(props: StepChartProps) {
  const { points, until, label, limit, formatValue, formatTick, formatMoment, columns } = props;
  const [ref, width] = useWidth<HTMLDivElement>();
  const [active, setActive] = useState<number | null>(null);
  const x = scaleTime({
    domain: [points[0]?.at ?? until, until],
    range: [margin.left, Math.max(margin.left, width - margin.right)],
  });
  const top = Math.max(1, limit?.value ?? 0, ...points.map((point) => point.value));
  const y = scaleLinear({ domain: [0, top], range: [height - margin.bottom, margin.top], nice: tickCount });
  const last = points.at(-1);
  const drawn = last ? [...points, { at: until, value: last.value }] : [];
  const shown = active === null ? undefined : points[active];

  function follow(event: PointerEvent<SVGSVGElement>) {
    const at = x.invert(event.clientX - event.currentTarget.getBoundingClientRect().left).getTime();
    setActive(
      Math.max(
        0,
        points.findLastIndex((point) => point.at <= at),
      ),
    );
  }

  function step(event: KeyboardEvent) {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === 'Escape') setActive(null);
    if (move === undefined) return;
    event.preventDefault();
    setActive((now) => clamp((now ?? (move < 0 ? points.length : -1)) + move, points.length - 1));
  }

  return (
    <div ref={ref} className="relative" style={{ height }}>
      {width > 0 ? (
        <svg
          role="img"
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys walk along the picture.
          tabIndex={0}
          width={width}
          height={height}
          className="block rounded-md"
          onPointerMove={follow}
          onPointerLeave={() => setActive(null)}
          onBlur={() => setActive(null)}
          onKeyDown={step}
        >
          {y
            .ticks(tickCount)
            .filter(Number.isInteger)
            .map((tick) => (
              <g key={tick}>
                <line
                  x1={margin.left}
                  x2={width - margin.right}
                  y1={y(tick)}
                  y2={y(tick)}
                  className="stroke-line"
                />
                <text
                  x={margin.left - 8}
                  y={y(tick)}
                  dy=".32em"
                  textAnchor="end"
                  className="num fill-ink-3 text-2xs"
                >
                  {formatValue(tick)}
                </text>
              </g>
            ))}
          <AreaClosed
            data={drawn}
            x={(point) => x(point.at)}
            y={(point) => y(point.value)}
            yScale={y}
            curve={curveStepAfter}
            className="fill-chart-1/12"
          />
          <LinePath
            data={drawn}
            x={(point) => x(point.at)}
            y={(point) => y(point.value)}
            curve={curveStepAfter}
            className="fill-none stroke-chart-1"
            strokeWidth={2}
          />
          {limit === null || limit.value <= 0 ? null : (
            <g>
              <line
                x1={margin.left}
                x2={width - margin.right}
                y1={y(limit.value)}
                y2={y(limit.value)}
                strokeDasharray="4 4"
                className="stroke-chart-2"
              />
              <text
                x={width - margin.right}
                y={y(limit.value) - 5}
                textAnchor="end"
                className="num fill-ink-2 text-2xs"
              >
                {limit.label}
              </text>
            </g>
          )}
          <TimeTicks ticks={x.ticks(width < 480 ? 3 : 6)} x={x} format={formatTick} />
          {shown ? (
            <circle
              cx={x(shown.at)}
              cy={y(shown.value)}
              r={4}
              strokeWidth={2}
              className="fill-surface stroke-chart-1"
            />
          ) : null}
        </svg>
      ) : null}
      {shown ? (
        <p
          aria-live="polite"
          style={{ left: clamp(x(shown.at) - 72, width - 144) }}
          className="num pointer-events-none absolute -top-2 w-36 rounded-md border border-line bg-surface px-2.5 py-1.5 text-sm shadow-e2"
        >
          <span className="block text-2xs text-ink-3">{formatMoment(shown.at)}</span>
          <span className="font-semibold">{formatValue(shown.value)}</span>
        </p>
      ) : null}
      <DataOf
        points={points}
        label={label}
        columns={columns}
        formatValue={formatValue}
        formatMoment={formatMoment}
      />
    </div>
  );
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(0, value), Math.max(0, max));
}

type TimeTicksProps = { ticks: Date[]; x: (at: Date) => number; format: (at: number) => string };

/** Two ticks of one day would say the same thing twice. */
function TimeTicks({ ticks, x, format }: TimeTicksProps) {
  const labels = ticks.map((tick) => format(tick.getTime()));
  return ticks.map((tick, index) =>
    labels.indexOf(labels[index] ?? '') === index ? (
      <text
        key={tick.getTime()}
        x={x(tick)}
        y={height - 8}
        textAnchor="middle"
        className="num fill-ink-3 text-2xs"
      >
        {labels[index]}
      </text>
    ) : null,
  );
}

type DataOfProps = Pick<StepChartProps, 'points' | 'label' | 'columns' | 'formatValue' | 'formatMoment'>;

/** The same figures for whoever cannot see the picture. */
function DataOf({ points, label, columns, formatValue, formatMoment }: DataOfProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.at}</th>
            <th scope="col">{columns.value}</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two changes may share a moment, and none ever moves.
            <tr key={index}>
              <td>{formatMoment(point.at)}</td>
              <td>{formatValue(point.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
