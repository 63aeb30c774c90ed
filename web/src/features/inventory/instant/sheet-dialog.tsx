import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorText } from '@/lib/api-error';
import { ProgressBar } from '@/ui/feedback/progress-bar';
import { FormError } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { Segmented } from '@/ui/form/segmented';
import { Dialog, DialogClose } from '@/ui/overlay/dialog';
import { strings as uiStrings } from '@/ui/strings';
import { type Method, makeSheet, type Progress, type SheetBody } from './api';
import { instantStrings, sheetStrings as s } from './strings';

const formats = [
  { value: 'pdf', label: s.pdf },
  { value: 'xlsx', label: s.xlsx },
] as const;

type SheetDialogProps = { day: string; shownDay: string; method: Method; onClose: () => void };

/** A file of the stock of a day. The server writes it; a user who closes the window gets it all the same. */
export default function SheetDialog({ day, shownDay, method, onClose }: SheetDialogProps) {
  const [format, setFormat] = useState<SheetBody['format']>('pdf');
  const [progress, setProgress] = useState<Progress | null>(null);
  const make = useMutation({
    mutationFn: () => makeSheet({ format, at: day, method }, setProgress),
    onSuccess: ({ fileName }) => showToast({ title: s.done, description: fileName }),
    onSettled: () => setProgress(null),
  });
  const generate = () => make.mutate(undefined, { onSuccess: onClose });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.title}
      description={s.description(shownDay, instantStrings.methodNames[method])}
      footer={
        <>
          <DialogClose render={<Button />}>{make.isPending ? uiStrings.close : uiStrings.cancel}</DialogClose>
          <Button variant="primary" busy={make.isPending} busyLabel={s.making} onClick={generate}>
            {s.generate}
          </Button>
        </>
      }
    >
      {make.isPending ? (
        <Writing progress={progress} />
      ) : (
        <div className="stack-4">
          <Segmented label={s.format} segments={formats} value={format} onValueChange={setFormat} />
          <p className="text-sm text-ink-2">{format === 'pdf' ? s.pdfText : s.xlsxText}</p>
          {make.error ? (
            <FormError>
              <p className="font-semibold">{s.failed}</p>
              <p>{make.error instanceof ApiError ? errorText(make.error) : s.failedText}</p>
            </FormError>
          ) : null}
        </div>
      )}
    </Dialog>
  );
}

function Writing({ progress }: { progress: Progress | null }) {
  return (
    <div className="stack-2">
      <ProgressBar
        label={s.progress}
        share={progress === null || progress.total === 0 ? null : progress.done / progress.total}
      />
      <p aria-live="polite" className="num text-sm text-ink-2">
        {progress === null ? s.making : s.writing(progress.done, progress.total)}
      </p>
    </div>
  );
}
