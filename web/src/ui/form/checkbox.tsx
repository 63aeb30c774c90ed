import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

type CheckboxProps = {
  label: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  name?: string;
  /** What explains it, elsewhere. */
  describedBy?: string;
  className?: string;
};

export function Checkbox({
  label,
  checked,
  onCheckedChange,
  disabled = false,
  name,
  describedBy,
  className,
}: CheckboxProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the Base UI checkbox inside the label.
    <label className={cn('flex min-h-6 items-center gap-2.5 pointer-coarse:min-h-10', className)}>
      <Base.Root
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next)}
        disabled={disabled}
        name={name}
        aria-describedby={describedBy}
        className={cn(
          'grid size-4.5 shrink-0 place-items-center rounded-sm border border-field bg-surface',
          'data-checked:border-accent data-checked:bg-accent data-disabled:bg-surface-3',
        )}
      >
        <Base.Indicator className="text-on-accent">
          <Check aria-hidden className="size-3.5" strokeWidth={3} />
        </Base.Indicator>
      </Base.Root>
      <span>{label}</span>
    </label>
  );
}
