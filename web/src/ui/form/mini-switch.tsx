import { cn } from '@/lib/cn';

type MiniSwitchProps = {
  /** The word beside it, which many neighbours may share. */
  label: string;
  /** Says which of them this one is. */
  accessibleLabel: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** A switch for dense places such as cards: smaller, with its word behind it. */
export function MiniSwitch(props: MiniSwitchProps) {
  const { label, accessibleLabel, checked, onCheckedChange, disabled = false } = props;
  return (
    <label className="flex min-h-6 items-center gap-2 text-sm text-ink-2 pointer-coarse:min-h-10">
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-label={accessibleLabel}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className={cn(
          'relative h-5 w-8.5 shrink-0 cursor-pointer appearance-none rounded-full border border-field bg-surface-3',
          'transition-colors duration-100 checked:border-accent',
          'checked:bg-accent disabled:cursor-not-allowed disabled:opacity-60',
          'before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-ink-2 ' +
            'before:content-[""]',
          'before:transition-transform before:duration-100 motion-reduce:before:transition-none ' +
            'checked:before:translate-x-3.5 checked:before:bg-on-accent',
        )}
      />
      {label}
    </label>
  );
}
