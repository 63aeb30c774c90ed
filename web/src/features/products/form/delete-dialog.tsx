import { useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import { showToast } from '@/ui/feedback/toast';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { type Product, restoreProduct, useDeleteProduct } from '../api';
import { actionStrings, deleteStrings as s } from '../strings';

type DeleteDialogProps = { product: Product; onClose: () => void; onDeleted: (() => void) | undefined };

export default function DeleteDialog({ product, onClose, onDeleted }: DeleteDialogProps) {
  const queryClient = useQueryClient();
  const remove = useDeleteProduct();

  async function restore() {
    try {
      const { name } = await restoreProduct(queryClient, product.idProduct);
      showToast({ title: s.restored, description: name });
    } catch (error) {
      showToast({ type: 'error', title: s.restoreFailed, description: errorText(error) });
    }
  }

  function confirm() {
    remove.mutate(product.idProduct, {
      onSuccess: () => {
        showToast({
          title: s.done,
          description: product.name,
          action: { label: actionStrings.undo, onClick: () => void restore() },
        });
        onClose();
        onDeleted?.();
      },
    });
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.title(product.name)}
      body={s.body}
      confirmLabel={s.confirm}
      busy={remove.isPending}
      busyLabel={s.deleting}
      error={remove.error ? `${s.failed} ${errorText(remove.error)}` : undefined}
      onConfirm={confirm}
    />
  );
}
