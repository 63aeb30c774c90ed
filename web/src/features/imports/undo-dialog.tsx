import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { type ImportRow, showImport, undoImport } from './api';
import { undoStrings as s } from './strings';
import { useSubject } from './subject';

type UndoDialogProps = { imported: ImportRow; onClose: () => void };

/** Asks before a whole import is taken back. What stands in the way is said in the same place, with names. */
export function UndoDialog({ imported, onClose }: UndoDialogProps) {
  const { words } = useSubject();
  const queryClient = useQueryClient();
  const undo = useMutation({
    mutationFn: () => undoImport(imported.id),
    onSuccess: (now) => {
      showImport(queryClient, now);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.title(imported.fileName)}
      body={words.undoBody(imported.created, imported.updated)}
      confirmLabel={s.confirm}
      onConfirm={() => undo.mutate()}
      busy={undo.isPending}
      busyLabel={s.undoing}
      error={undo.error ? errorText(undo.error) : undefined}
    />
  );
}
