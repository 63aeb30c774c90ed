import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import { formatDateTime } from '@/lib/format';
import { readMoney } from '@/lib/money';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorState, LoadingRegion } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { Dialog, DialogClose } from '@/ui/overlay/dialog';
import { type Price, pricesQuery, type Sold } from './api';
import { soldStrings as s } from './strings';

/** What the supplier has asked for a product, the newest first. */
export default function PricesDialog({ sold, onClose }: { sold: Sold; onClose: () => void }) {
  const { data, error, refetch } = useQuery(pricesQuery(sold));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.pricesTitle(sold.productName)}
      footer={<DialogClose render={<Button />}>{s.close}</DialogClose>}
    >
      {error && !data ? (
        <ErrorState title={s.pricesFailed} text={errorText(error)} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingRegion label={s.pricesLoading} className="stack-3">
          <Skeleton className="w-3/5" />
          <Skeleton className="w-2/5" />
        </LoadingRegion>
      ) : data.results.length === 0 ? (
        <p className="text-ink-2">{s.pricesEmpty}</p>
      ) : (
        <ol className="ruled">
          {data.results.map((price) => (
            <PriceItem key={price.id} price={price} />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

function PriceItem({ price }: { price: Price }) {
  const { packPrice, packUnits, currency, source, createdAt, createdByName } = price;
  return (
    <li className="flex items-baseline justify-between gap-4 py-2.5">
      <span className="num min-w-0 text-sm">
        <span className="block">{formatDateTime(createdAt)}</span>
        <span className="block text-xs text-ink-3">
          {s.sources[source]} · {createdByName || s.system}
        </span>
      </span>
      <span className="num shrink-0 text-right leading-tight">
        {packPrice == null ? s.none : readMoney(packPrice, currency)}
        <span className="block text-xs text-ink-3">{s.pack(packUnits)}</span>
      </span>
    </li>
  );
}
