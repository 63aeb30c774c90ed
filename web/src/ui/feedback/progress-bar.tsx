import { cn } from '@/lib/cn';

type ProgressBarProps = {
  label: string;
  /** From 0 to 1; null while nobody knows how much there is to do. */
  share: number | null;
  className?: string;
};

/** How far something is that takes a while. */
export function ProgressBar({ label, share, className }: ProgressBarProps) {
  const percent = share === null ? null : Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className={cn('h-2 overflow-hidden rounded-full bg-surface-3', className)}
    >
      <div
        className={cn(
          'h-full rounded-full bg-accent transition-[width] duration-200',
          percent === null && 'w-1/3 animate-pulse',
        )}
        {...(percent !== null && { style: { width: `${percent}%` } })}
      />
    </div>
  );
}
