import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { clamp } from './scale';
import type { useWalk } from './use-walk';

type PictureProps = {
  /** One sentence that says what the picture shows. */
  label: string;
  width: number;
  height: number;
  handlers: ReturnType<typeof useWalk>['handlers'];
  children: ReactNode;
};

/** What a chart is drawn on. */
export function Picture({ label, width, height, handlers, children }: PictureProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys walk along the picture.
      tabIndex={0}
      width={width}
      height={height}
      className="block rounded-md"
      {...handlers}
    >
      {children}
    </svg>
  );
}

type GridProps = {
  ticks: number[];
  y: (value: number) => number;
  /** From where to where the lines go. */
  from: number;
  to: number;
  format: (value: number) => string;
};

/** The horizontal lines of a picture with their values. */
export function Grid({ ticks, y, from, to, format }: GridProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line x1={from} x2={to} y1={y(tick)} y2={y(tick)} className="stroke-line" />
      <text x={from - 8} y={y(tick)} dy=".32em" textAnchor="end" className="num fill-ink-3 text-2xs">
        {format(tick)}
      </text>
    </g>
  ));
}

/** Where the tip of a chart appears. It stays, because a region that comes together with its words is not read out. */
export function TipPlace({ children }: { children: ReactNode }) {
  return <div aria-live="polite">{children}</div>;
}

type PointTipProps = { x: number; room: number; title: string; children: ReactNode };

const tipWidth = 176;

/** What the point says that a user is at; it never leaves the picture. */
export function PointTip({ x, room, title, children }: PointTipProps) {
  return (
    <p
      style={{ left: clamp(x - tipWidth / 2, room - tipWidth), width: tipWidth }}
      className={cn(
        'num pointer-events-none absolute -top-2 rounded-md border border-line bg-surface px-2.5 py-1.5',
        'text-sm shadow-e2',
      )}
    >
      <span className="block text-2xs text-ink-3">{title}</span>
      {children}
    </p>
  );
}

type ChartTableProps = { caption: string; columns: string[]; rows: (string | null)[][] };

/** The figures of a picture for a user who cannot see it. */
export function ChartTable({ caption, columns, rows }: ChartTableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two points may say the same, and none ever moves.
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={columns[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
