import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { restoreEntryAndTell } from '@/features/movements/undo/undo-entry';
import { errorText } from '@/lib/api-error';
import { showToast } from '@/ui/feedback/toast';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { type Entry, useDeleteEntry } from './api';
import { deleteStrings as s } from './strings';

type DeleteEntryDialogProps = { entry: Entry; onClose: () => void };

/** Asks because the spec does; the toast afterwards still offers the way back. */
export default function DeleteEntryDialog({ entry, onClose }: DeleteEntryDialogProps) {
  const queryClient = useQueryClient();
  const remove = useDeleteEntry();

  function confirm() {
    remove.mutate(entry.id, {
      onSuccess: () => {
        onClose();
        showDeleted(queryClient, entry);
      },
    });
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.title}
      body={s.body(entry.productName, entry.quantity)}
      confirmLabel={s.confirm}
      busy={remove.isPending}
      busyLabel={s.deleting}
      error={remove.error ? errorText(remove.error) : undefined}
      onConfirm={confirm}
    />
  );
}

function showDeleted(queryClient: QueryClient, entry: Entry) {
  showToast({
    title: s.done,
    description: s.doneText(entry.productName, entry.quantity),
    action: { label: s.undo, onClick: () => void restoreEntryAndTell(queryClient, entry.id) },
  });
}
