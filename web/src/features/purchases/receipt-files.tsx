import { FileText, Image, Paperclip, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/lib/api-error';
import { formatBytes } from '@/lib/format';
import { useOnceKey } from '@/lib/once-key';
import { useCan } from '@/lib/permissions';
import { FileButton } from '@/ui/form/file-button';
import { IconButton } from '@/ui/form/icon-button';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { downloadReceiptFile, type Receipt, useAddReceiptFile, useRemoveReceiptFile } from './api';
import { fileFailure, fileKinds, fileProblem, filesMax } from './receipt-file';
import { fileStrings as s } from './strings';

type ReceiptFile = Receipt['files'][number];

/** The papers kept with a receipt: had again by whoever may see it, added by who receives. */
export function ReceiptFiles({ receipt }: { receipt: Receipt }) {
  const { id, files, undoneAt } = receipt;
  const canAdd = useCan('purchases.receive') && undoneAt === null && files.length < filesMax;
  const canRemove = useCan('purchases.edit');
  const [problem, setProblem] = useState<string | null>(null);
  const [removing, setRemoving] = useState<ReceiptFile | null>(null);
  if (files.length === 0 && !canAdd) return null;

  async function download(file: ReceiptFile) {
    setProblem(null);
    try {
      await downloadReceiptFile(id, file.id, file.name);
    } catch (error) {
      setProblem(`${s.downloadFailed(file.name)} ${errorText(error)}`);
    }
  }

  return (
    <div className="stack-1">
      {files.length === 0 ? null : (
        <ul aria-label={s.list} className="flex flex-wrap gap-1.5">
          {files.map((file) => (
            <FileChip
              key={file.id}
              file={file}
              onDownload={() => void download(file)}
              onRemove={canRemove ? () => setRemoving(file) : null}
            />
          ))}
        </ul>
      )}
      {canAdd ? <AddFile receiptId={id} onProblem={setProblem} /> : null}
      {problem === null ? null : (
        <p role="alert" className="text-sm text-out-fg">
          {problem}
        </p>
      )}
      {removing ? <RemoveFile receiptId={id} file={removing} onClose={() => setRemoving(null)} /> : null}
    </div>
  );
}

type FileChipProps = { file: ReceiptFile; onDownload: () => void; onRemove: (() => void) | null };

function FileChip({ file: { name, contentType, size }, onDownload, onRemove }: FileChipProps) {
  const Icon = contentType.startsWith('image/') ? Image : FileText;
  return (
    <li className="flex max-w-full min-w-0 items-center rounded-md border border-line">
      <button
        type="button"
        aria-label={s.downloadOf(name)}
        onClick={onDownload}
        className="flex h-8 min-w-0 items-center gap-1.5 rounded-md px-2 text-sm hover:bg-surface-2 pointer-coarse:h-10"
      >
        <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />
        <span className="truncate">{name}</span>
        <span className="num shrink-0 text-xs text-ink-3">{formatBytes(size)}</span>
      </button>
      {onRemove ? <IconButton size="iconSm" label={s.removeOf(name)} icon={Trash2} onClick={onRemove} /> : null}
    </li>
  );
}

function AddFile({ receiptId, onProblem }: { receiptId: number; onProblem: (problem: string | null) => void }) {
  const once = useOnceKey();
  const add = useAddReceiptFile();

  function send(file: File) {
    const problem = fileProblem(file);
    onProblem(problem === null ? null : s.refused(file.name, problem));
    if (problem !== null) return;
    add.mutate({ receiptId, file, once }, { onError: (error) => onProblem(s.refused(file.name, fileFailure(error))) });
  }

  return (
    <FileButton size="sm" accept={fileKinds} busy={add.isPending} busyLabel={s.adding} onFile={send}>
      <Paperclip aria-hidden />
      {s.add}
    </FileButton>
  );
}

function RemoveFile({ receiptId, file, onClose }: { receiptId: number; file: ReceiptFile; onClose: () => void }) {
  const remove = useRemoveReceiptFile();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.removeTitle(file.name)}
      body={s.removeBody}
      confirmLabel={s.remove}
      busy={remove.isPending}
      busyLabel={s.removing}
      error={remove.error ? errorText(remove.error) : undefined}
      onConfirm={() => remove.mutate({ receiptId, fileId: file.id }, { onSuccess: onClose })}
    />
  );
}
