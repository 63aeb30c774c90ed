import { errorText } from '@/lib/api-error';
import { showToast } from '@/ui/feedback/toast';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { type Stocktake, useCancelStocktake } from './api';
import { endStrings as s } from './strings';

type CancelDialogProps = { stocktake: Stocktake; onClose: () => void };

export default function CancelDialog({ stocktake: { id }, onClose }: CancelDialogProps) {
  const cancel = useCancelStocktake(id);

  /** Once it is cancelled this dialog is gone from the page, so it says so itself and not in a callback. */
  async function confirm() {
    try {
      await cancel.mutateAsync();
      onClose();
      showToast({ title: s.cancelled });
    } catch {
      // The mutation keeps its error, which is shown below.
    }
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.cancelTitle(id)}
      body={s.cancelBody}
      cancelLabel={s.keep}
      confirmLabel={s.cancel}
      busy={cancel.isPending}
      busyLabel={s.cancelling}
      error={cancel.error ? errorText(cancel.error) : undefined}
      onConfirm={() => void confirm()}
    />
  );
}
