import { cn } from '@/lib/cn';

const width = 96;
const height = 32;
const inset = 3;

/** The course of a figure in a few strokes. Decorative: the figure stands beside it. */
export function Sparkline({ values, className }: { values: number[]; className?: string }) {
  const least = Math.min(...values);
  const span = Math.max(...values) - least;
  if (values.length < 2 || span === 0) return null;
  const points = values.map((value, index) => ({
    x: inset + (index / (values.length - 1)) * (width - 2 * inset),
    y: height - inset - ((value - least) / span) * (height - 2 * inset),
  }));
  const last = points.at(-1);
  return (
    <svg aria-hidden width={width} height={height} className={cn('shrink-0 overflow-visible', className)}>
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        strokeWidth={2}
        strokeLinejoin="round"
        strokeLinecap="round"
        className="fill-none stroke-current"
      />
      {last ? <circle cx={last.x} cy={last.y} r={3} className="fill-current" /> : null}
    </svg>
  );
}
