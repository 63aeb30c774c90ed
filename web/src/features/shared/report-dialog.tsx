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
import type { Progress, ReportFormat } from './report-file';
import { reportStrings } from './strings';

const formats = [
  { value: 'pdf', label: reportStrings.pdf },
  { value: 'xlsx', label: reportStrings.xlsx },
] as const;

/** What a file is called, and what is said of it while it is made and afterwards. */
type Words = Record<'title' | 'pdfText' | 'xlsxText' | 'progress' | 'failed' | 'failedText' | 'done', string> & {
  writing: (done: number, total: number) => string;
};

type ReportDialogProps = {
  words: Words;
  description: string;
  make: (format: ReportFormat, onProgress: (progress: Progress) => void) => Promise<{ fileName: string }>;
  onClose: () => void;
};

/** A file of what is shown. The server writes it; a user who closes the window gets it all the same. */
export function ReportDialog({ words, description, make, onClose }: ReportDialogProps) {
  const [format, setFormat] = useState<ReportFormat>('pdf');
  const [progress, setProgress] = useState<Progress | null>(null);
  const making = useMutation({
    mutationFn: () => make(format, setProgress),
    onSuccess: ({ fileName }) => showToast({ title: words.done, description: fileName }),
    onSettled: () => setProgress(null),
  });
  // Only while this window is open: one that was closed meanwhile and opened again is another one.
  const generate = () => making.mutate(undefined, { onSuccess: onClose });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.title}
      description={description}
      footer={
        <>
          <DialogClose render={<Button />}>{making.isPending ? uiStrings.close : uiStrings.cancel}</DialogClose>
          <Button variant="primary" busy={making.isPending} busyLabel={reportStrings.making} onClick={generate}>
            {reportStrings.generate}
          </Button>
        </>
      }
    >
      {making.isPending ? (
        <Writing words={words} progress={progress} />
      ) : (
        <div className="stack-4">
          <Segmented label={reportStrings.format} segments={formats} value={format} onValueChange={setFormat} />
          <p className="text-sm text-ink-2">{format === 'pdf' ? words.pdfText : words.xlsxText}</p>
          {making.error ? (
            <FormError>
              <p className="font-semibold">{words.failed}</p>
              <p>{making.error instanceof ApiError ? errorText(making.error) : words.failedText}</p>
            </FormError>
          ) : null}
        </div>
      )}
    </Dialog>
  );
}

function Writing({ words, progress }: { words: Words; progress: Progress | null }) {
  return (
    <div className="stack-2">
      <ProgressBar
        label={words.progress}
        share={progress === null || progress.total === 0 ? null : progress.done / progress.total}
      />
      <p aria-live="polite" className="num text-sm text-ink-2">
        {progress === null ? reportStrings.making : words.writing(progress.done, progress.total)}
      </p>
    </div>
  );
}
