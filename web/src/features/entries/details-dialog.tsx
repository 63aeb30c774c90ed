import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { useActiveLocations } from '@/features/shared/use-locations';
import { ApiError, errorText } from '@/lib/api-error';
import { formatDateTime, formatInteger, formatMoney, formatUnits } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorState, LoadingRegion } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { Dialog, DialogClose } from '@/ui/overlay/dialog';
import { type Entry, entryQuery } from './api';
import { userOf } from './entry-columns';
import { useOpenEntry } from './entry-dialogs';
import { EntryTypeBadge } from './entry-type';
import { detailStrings as s, strings } from './strings';

type DetailsDialogProps = { id: number; onClose: () => void };

export default function DetailsDialog({ id, onClose }: DetailsDialogProps) {
  const { data: entry, error, refetch } = useQuery(entryQuery(id));
  const open = useOpenEntry();
  const canEdit = useCan('entries.edit');
  const gone = error instanceof ApiError && error.status === 404;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={s.title(id)}
      footer={
        <>
          {entry && canEdit ? (
            <Button onClick={() => open({ kind: 'edit', entry })}>
              <Pencil aria-hidden />
              {s.edit}
            </Button>
          ) : null}
          <DialogClose render={<Button />}>{s.close}</DialogClose>
        </>
      }
    >
      {entry ? (
        <Details entry={entry} />
      ) : gone ? (
        <ErrorState title={s.failed} text={s.gone} />
      ) : error ? (
        <ErrorState title={s.failed} text={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <DetailsSkeleton />
      )}
    </Dialog>
  );
}

function Details({ entry }: { entry: Entry }) {
  const several = useActiveLocations().length > 1;
  const { unitCost, totalCost, currency } = entry;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4">
      <Detail label={s.product} wide>
        {entry.productName} <span className="code text-ink-3">{entry.productSku}</span>
      </Detail>
      <Detail label={s.quantity}>
        <span className="font-semibold text-ok-fg">+{formatUnits(entry.quantity)}</span>
      </Detail>
      <Detail label={s.type}>
        <EntryTypeBadge type={entry.entryType} />
      </Detail>
      <Detail label={s.previousStock}>{formatInteger(entry.previousStock)}</Detail>
      <Detail label={s.newStock}>{formatInteger(entry.newStock)}</Detail>
      <Detail label={s.reason} wide>
        {entry.reason === '' ? strings.none : entry.reason}
      </Detail>
      <Detail label={s.user}>{userOf(entry)}</Detail>
      <Detail label={s.date}>{formatDateTime(entry.createdAt)}</Detail>
      {several ? <Detail label={s.location}>{entry.location}</Detail> : null}
      {unitCost == null ? null : <Detail label={s.unitCost}>{formatMoney(unitCost, currency)}</Detail>}
      {totalCost == null ? null : <Detail label={s.totalCost}>{formatMoney(totalCost, currency)}</Detail>}
      {entry.notes === '' ? null : (
        <Detail label={s.notes} wide>
          <span className="whitespace-pre-line">{entry.notes}</span>
        </Detail>
      )}
    </dl>
  );
}

function Detail({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'col-span-2' : undefined}>
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="num wrap-anywhere">{children}</dd>
    </div>
  );
}

const skeletonRows = ['w-3/5', 'w-2/5', 'w-1/2', 'w-3/4', 'w-1/3', 'w-2/3'];

function DetailsSkeleton() {
  return (
    <LoadingRegion label={s.loading} className="stack-6 py-2">
      {skeletonRows.map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </LoadingRegion>
  );
}
