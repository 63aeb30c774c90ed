import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import { formatDateTime, formatInteger, formatMoney, formatSigned } from '@/lib/format';
import { LoadingPart } from '@/ui/feedback/loading-part';
import { ErrorBanner, Notice } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { Dialog, DialogClose } from '@/ui/overlay/dialog';
import { strings as uiStrings } from '@/ui/strings';
import { type CheckedClosing, closingQuery } from './api';
import { instantStrings, closingStrings as s } from './strings';

/** A closing beside what the movements of then say today, and what was corrected since. */
export default function ClosingDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(closingQuery(id));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={data ? s.detail(formatDateTime(data.at)) : s.title}
      description={data ? s.by(data.createdByName, formatDateTime(data.createdAt)) : undefined}
      footer={<DialogClose render={<Button />}>{uiStrings.close}</DialogClose>}
    >
      {error ? <ErrorBanner title={s.failed} text={errorText(error)} onRetry={() => void refetch()} /> : null}
      {data ? <Checked closing={data} /> : error ? null : <LoadingPart />}
    </Dialog>
  );
}

function Checked({ closing }: { closing: CheckedClosing }) {
  const { kept, today, later, matches, notes, hash } = closing;
  const currency = closing.costCurrency ?? 'EUR';
  return (
    <div className="stack-4">
      {matches ? <p className="text-sm text-ink-2">{s.matches}</p> : <Notice tone="low" title={s.differs} />}
      <dl className="num grid grid-cols-[auto_1fr_1fr] gap-x-6 gap-y-1 text-sm">
        <Line
          name={s.kept}
          units={formatInteger(kept.totals.units)}
          value={kept.totals.costValue}
          currency={currency}
        />
        <Line
          name={s.today}
          units={formatInteger(today.totals.units)}
          value={today.totals.costValue}
          currency={currency}
        />
        <Line name={s.later} units={formatSigned(later.units)} value={later.costValue} currency={currency} />
      </dl>
      <p className="text-sm text-ink-2">{s.laterText(later.count)}</p>
      {notes === '' ? null : <p className="text-sm whitespace-pre-line">{notes}</p>}
      <p className="text-xs text-ink-3">
        {instantStrings.hash}: <span className="code break-all">{hash}</span>
      </p>
    </div>
  );
}

type LineProps = { name: string; units: string; value: number | undefined; currency: string };

function Line({ name, units, value = 0, currency }: LineProps) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-right">{units} uds.</dd>
      <dd className="text-right font-semibold">{formatMoney(value, currency)}</dd>
    </>
  );
}
