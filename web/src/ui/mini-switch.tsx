import { Switch as Base } from '@base-ui/react/switch';
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
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the Base UI switch inside the label.
    <label className="flex min-h-6 items-center gap-2 text-sm text-ink-2 pointer-coarse:min-h-10">
      <Base.Root
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next)}
        disabled={disabled}
        aria-label={accessibleLabel}
        className={cn(
          'relative flex h-5 w-8.5 shrink-0 items-center rounded-full border border-field bg-surface-3 p-0.5',
          'transition-colors duration-100 data-checked:border-accent data-checked:bg-accent data-disabled:opacity-60',
        )}
      >
        <Base.Thumb
          className={cn(
            'size-3.5 rounded-full bg-ink-2 transition-transform duration-100',
            'data-checked:translate-x-3.5 data-checked:bg-on-accent',
          )}
        />
      </Base.Root>
      {label}
    </label>
  );
}
