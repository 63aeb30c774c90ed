import { cn } from '@/lib/cn';
import { formatInteger } from '@/lib/format';

type ToggleChipProps = {
  label: string;
  /** How many rows it leads to; undefined while that is not known. */
  count: number | undefined;
  pressed: boolean;
  onClick: () => void;
};

/** One of the views of a list that people switch between, with how many rows it holds. */
export function ToggleChip({ label, count, pressed, onClick }: ToggleChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className={cn(
        'flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2.5 text-sm font-medium text-ink-2',
        '-outline-offset-2 hover:bg-surface-2 aria-pressed:bg-accent-soft aria-pressed:text-accent',
        'pointer-coarse:h-10',
      )}
    >
      {label}
      {count === undefined ? null : <span className="num text-xs font-normal">{formatInteger(count)}</span>}
    </button>
  );
}
