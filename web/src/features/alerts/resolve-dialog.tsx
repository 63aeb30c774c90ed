import type { Alert } from '@/features/shared/alert-level';
import { errorText } from '@/lib/api-error';
import { showToast } from '@/ui/feedback/toast';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { useResolveAlert } from './api';
import { resolveStrings as s } from './strings';

/** There is no way back, so it asks. */
export default function ResolveDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const { mutate, isPending, error } = useResolveAlert();

  function confirm() {
    mutate(alert.id, {
      onSuccess: () => {
        showToast({ title: s.done, description: alert.productName });
        onClose();
      },
    });
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.title(alert.productName)}
      body={s.body}
      tone="primary"
      confirmLabel={s.confirm}
      busy={isPending}
      busyLabel={s.busy}
      error={error ? `${s.failed}: ${errorText(error)}` : undefined}
      onConfirm={confirm}
    />
  );
}
