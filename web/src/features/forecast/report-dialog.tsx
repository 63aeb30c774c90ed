import { ReportDialog } from '@/features/shared/report-dialog';
import { type ForecastFilters, makeReport } from './api';
import { reportStrings } from './strings';

type ForecastReportDialogProps = {
  filters: ForecastFilters;
  /** How many products the filters show: «203 productos». */
  count: string;
  onClose: () => void;
};

export default function ForecastReportDialog({ filters, count, onClose }: ForecastReportDialogProps) {
  return (
    <ReportDialog
      words={reportStrings}
      description={reportStrings.description(count)}
      make={(format, onProgress) => makeReport({ format, ...filters }, onProgress)}
      onClose={onClose}
    />
  );
}
