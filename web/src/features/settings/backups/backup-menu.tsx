import { Download, ShieldCheck, Trash2 } from 'lucide-react';
import { errorText } from '@/lib/api-error';
import { formatDateTime } from '@/lib/format';
import { showToast } from '@/ui/feedback/toast';
import { RowMenu } from '@/ui/list/row-menu';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { MenuItem, MenuSeparator } from '@/ui/overlay/menu';
import { useOverlay } from '@/ui/overlay/overlay-host';
import { type Backup, isBeingChecked, isBeingMade, useAskBackupCheck, useDeleteBackup, useDownloadBackup } from './api';
import { backupStrings as s } from './strings';

/** What can be done with a backup whose file is within reach; a failed one can only be taken off the list. */
export function BackupMenu({ backup }: { backup: Backup }) {
  const show = useOverlay();
  const download = useDownloadBackup();
  const check = useAskBackupCheck();
  const isUsable = backup.state === 'done' && backup.isHere;
  if (isBeingMade(backup) || isBeingChecked(backup) || !(isUsable || backup.state === 'failed')) return null;
  const saveFile = () =>
    download.mutate(backup, {
      onSuccess: () => showToast({ title: s.downloaded, description: backup.fileName }),
      onError: (error) => showToast({ title: s.downloadFailed, description: errorText(error), type: 'error' }),
    });
  const askCheck = () =>
    check.mutate(backup.id, {
      onSuccess: () => showToast({ title: s.checkAsked, description: s.checkAskedText }),
      onError: (error) => showToast({ title: s.checkAskFailed, description: errorText(error), type: 'error' }),
    });
  return (
    <RowMenu label={s.moreOf(formatDateTime(backup.createdAt))}>
      {isUsable ? (
        <>
          <MenuItem onClick={saveFile}>
            <Download aria-hidden />
            {download.isPending ? s.downloading : s.download}
          </MenuItem>
          <MenuItem onClick={askCheck}>
            <ShieldCheck aria-hidden />
            {s.check}
          </MenuItem>
          <MenuSeparator />
        </>
      ) : null}
      <MenuItem danger onClick={() => show((close) => <RemoveDialog backup={backup} onClose={close} />)}>
        <Trash2 aria-hidden />
        {s.remove}
      </MenuItem>
    </RowMenu>
  );
}

function RemoveDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const remove = useDeleteBackup();
  const when = formatDateTime(backup.createdAt);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.removeTitle(when)}
      body={backup.state === 'failed' ? s.removeFailedBody : s.removeBody}
      confirmLabel={s.removeConfirm}
      busy={remove.isPending}
      busyLabel={s.removing}
      error={remove.error ? errorText(remove.error) : undefined}
      onConfirm={() =>
        remove.mutate(backup.id, {
          onSuccess: () => {
            onClose();
            showToast({ title: s.removed, description: when });
          },
        })
      }
    />
  );
}
