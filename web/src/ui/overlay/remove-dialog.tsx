import { errorText } from '@/lib/api-error';
import { showToast } from '@/ui/feedback/toast';
import { ConfirmDialog } from './confirm-dialog';

type RemoveDialogProps = {
  thing: { id: number; name: string };
  words: {
    removeTitle: (name: string) => string;
    removeBody: string;
    removeConfirm: string;
    removing: string;
    removed: string;
  };
  remove: {
    mutate: (id: number, then: { onSuccess: () => void }) => void;
    isPending: boolean;
    error: Error | null;
  };
  onClose: () => void;
  onRemoved: () => void;
};

/** Asks before something with a name is removed, and says so afterwards. */
export function RemoveDialog({ thing: { id, name }, words, remove, onClose, onRemoved }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.removeTitle(name)}
      body={words.removeBody}
      confirmLabel={words.removeConfirm}
      busy={remove.isPending}
      busyLabel={words.removing}
      error={remove.error ? errorText(remove.error) : undefined}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: () => {
            onClose();
            showToast({ title: words.removed, description: name });
            onRemoved();
          },
        })
      }
    />
  );
}
