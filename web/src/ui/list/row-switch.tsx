import { useState } from 'react';
import { errorText } from '@/lib/api-error';
import { showToast } from '@/ui/feedback/toast';
import { MiniSwitch } from '@/ui/form/mini-switch';

type RowSwitchProps = {
  label: string;
  accessibleLabel: string;
  checked: boolean;
  /** Saves the change and says so. */
  onChange: (next: boolean) => Promise<void>;
  failedTitle: string;
};

/** Switches a row on and off where it stands; it lies above the link that the row may be. */
export function RowSwitch({ label, accessibleLabel, checked, onChange, failedTitle }: RowSwitchProps) {
  const [isBusy, setBusy] = useState(false);

  async function toggle(next: boolean) {
    setBusy(true);
    try {
      await onChange(next);
    } catch (error) {
      showToast({ type: 'error', title: failedTitle, description: errorText(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <span className="relative z-1 inline-block">
      <MiniSwitch
        label={label}
        accessibleLabel={accessibleLabel}
        checked={checked}
        disabled={isBusy}
        onCheckedChange={(next) => void toggle(next)}
      />
    </span>
  );
}
