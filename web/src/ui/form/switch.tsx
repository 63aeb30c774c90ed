import { Switch as Base } from '@base-ui/react/switch';
import { type ReactNode, useId } from 'react';
import { cn } from '@/lib/cn';

type SwitchProps = {
  label: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  hint?: ReactNode;
  disabled?: boolean;
  className?: string;
};

/** A setting that takes effect at once; inside a form that is saved later, use a checkbox. */
export function Switch({ label, checked, onCheckedChange, hint, disabled = false, className }: SwitchProps) {
  const id = useId();
  return (
    <div className={cn('flex items-center justify-between gap-4', className)}>
      <div className="min-w-0">
        <p id={id} className="font-medium">
          {label}
        </p>
        {hint === undefined ? null : (
          <p id={`${id}-hint`} className="text-sm text-ink-2">
            {hint}
          </p>
        )}
      </div>
      <Base.Root
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next)}
        disabled={disabled}
        aria-labelledby={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className={cn(
          'relative flex h-6 w-10 shrink-0 items-center rounded-full border border-field bg-surface-3 p-0.5',
          'transition-colors duration-100 data-checked:border-accent data-checked:bg-accent',
        )}
      >
        <Base.Thumb
          className={cn(
            'size-4.5 rounded-full bg-ink-2 transition-transform duration-100',
            'data-checked:translate-x-4 data-checked:bg-on-accent',
          )}
        />
      </Base.Root>
    </div>
  );
}
