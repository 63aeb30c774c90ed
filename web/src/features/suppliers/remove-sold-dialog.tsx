import { errorText } from '@/lib/api-error';
import { showToast } from '@/ui/feedback/toast';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { type Sold, useRemoveSold } from './api';
import { soldStrings as s } from './strings';

export default function RemoveSoldDialog({ sold, onClose }: { sold: Sold; onClose: () => void }) {
  const remove = useRemoveSold();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.removeTitle(sold.productName)}
      body={s.removeBody}
      confirmLabel={s.removeConfirm}
      busy={remove.isPending}
      busyLabel={s.removing}
      error={remove.error ? errorText(remove.error) : undefined}
      onConfirm={() =>
        remove.mutate(sold, {
          onSuccess: () => {
            onClose();
            showToast({ title: s.removed, description: sold.productName });
          },
        })
      }
    />
  );
}
