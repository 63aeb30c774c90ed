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
import { type ForecastFilters, type ForecastReport, makeReport, type ReportFormat } from './api';
import { reportStrings as s } from './strings';

const formats = [
  { value: 'pdf', label: s.pdf },
  { value: 'xlsx', label: s.xlsx },
] as const;

type ReportDialogProps = {
  filters: ForecastFilters;
  /** How many products the filters show: «203 productos». */
  count: string;
  onClose: () => void;
};

/** A file of what the filters show. The server writes it; a user who closes the window gets it all the same. */
export default function ReportDialog({ filters, count, onClose }: ReportDialogProps) {
  const [format, setFormat] = useState<ReportFormat>('pdf');
  const [progress, setProgress] = useState<Pick<ForecastReport, 'done' | 'total'> | null>(null);
  const make = useMutation({
    mutationFn: () => makeReport({ format, ...filters }, setProgress),
    onSuccess: ({ fileName }) => showToast({ title: s.done, description: fileName }),
    onSettled: () => setProgress(null),
  });
  // Only while this window is open: one that was closed meanwhile and opened again is another one.
  const generate = () => make.mutate(undefined, { onSuccess: onClose });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.title}
      description={s.description(count)}
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

function Writing({ progress }: { progress: Pick<ForecastReport, 'done' | 'total'> | null }) {
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
