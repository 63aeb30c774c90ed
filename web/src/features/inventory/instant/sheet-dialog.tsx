import { ReportDialog } from '@/features/shared/report-dialog';
import { type Method, makeSheet } from './api';
import { instantStrings, sheetStrings } from './strings';

type SheetDialogProps = { day: string; shownDay: string; method: Method; onClose: () => void };

export default function SheetDialog({ day, shownDay, method, onClose }: SheetDialogProps) {
  return (
    <ReportDialog
      words={sheetStrings}
      description={sheetStrings.description(shownDay, instantStrings.methodNames[method])}
      make={(format, onProgress) => makeSheet({ format, at: day, method }, onProgress)}
      onClose={onClose}
    />
  );
}
