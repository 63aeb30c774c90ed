import { cn } from '@/lib/cn';
import { type Tone, toneSolid } from './tone';

type LevelBarProps = {
  value: number;
  /** The full length of the bar. */
  max: number;
  /** Where a thin line marks a limit, in the same units. */
  notch: number | null;
  tone: Tone;
  className?: string;
};

/** How full something is. Decorative: the number and the word beside it carry the meaning. */
export function LevelBar({ value, max, notch, tone, className }: LevelBarProps) {
  const share = (part: number) => `${max <= 0 ? 0 : Math.min(100, Math.max(0, (part / max) * 100))}%`;
  return (
    <span aria-hidden className={cn('relative block h-1.5 rounded-full bg-surface-3', className)}>
      <span className={cn('absolute inset-y-0 left-0 rounded-full', toneSolid[tone])} style={{ width: share(value) }} />
      {notch === null || notch <= 0 ? null : (
        <span className="absolute -inset-y-[3px] w-px bg-ink-2" style={{ left: share(notch) }} />
      )}
    </span>
  );
}
