import { Check, Minus } from 'lucide-react';
import { cn } from '@/lib/cn';

type RowCheckboxProps = {
  /** Read aloud; the row beside it is what people see. */
  label: string;
  checked: boolean;
  /** Some of what it stands for is chosen, but not all. */
  indeterminate?: boolean;
  onCheckedChange: (checked: boolean) => void;
};

/** The box of a row: the browser's own, because a page may show two hundred of them. */
export function RowCheckbox({ label, checked, indeterminate = false, onCheckedChange }: RowCheckboxProps) {
  const Mark = indeterminate ? Minus : Check;
  const isMarked = checked || indeterminate;
  return (
    <span className="relative grid size-6 shrink-0 place-items-center pointer-coarse:size-10">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = indeterminate;
        }}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className={cn(
          'size-4.5 cursor-pointer appearance-none rounded-sm border border-field bg-surface',
          'checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent',
          // The touch target is larger than the box.
          'before:absolute before:inset-0 before:content-[""]',
        )}
      />
      {isMarked ? (
        <Mark aria-hidden strokeWidth={3} className="pointer-events-none absolute size-3.5 text-on-accent" />
      ) : null}
    </span>
  );
}
