import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import { useSelection } from '@/ui/list/selection';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { changeProducts } from './changes';
import { bulkStrings as s } from './strings';

export default function BulkDeleteDialog({ onClose }: { onClose: () => void }) {
  const { ids, clear } = useSelection();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => changeProducts(queryClient, ids, { deleted: true }),
    onSuccess: () => {
      onClose();
      clear();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.deleteTitle(ids.size)}
      body={s.deleteBody}
      confirmLabel={s.deleteConfirm}
      busy={remove.isPending}
      busyLabel={s.deleting}
      error={remove.error ? `${s.failed}. ${errorText(remove.error)}` : undefined}
      onConfirm={() => remove.mutate()}
    />
  );
}
