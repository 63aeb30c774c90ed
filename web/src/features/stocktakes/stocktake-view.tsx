import { useQuery } from '@tanstack/react-query';
import { ApiError, errorText } from '@/lib/api-error';
import { useCan } from '@/lib/permissions';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorState, LoadingRegion } from '@/ui/feedback/states';
import { BackLink } from '@/ui/layout/back-link';
import { Card } from '@/ui/layout/card';
import { type Stocktake, stocktakeQuery } from './api';
import { Lines } from './lines';
import { PendingNotes } from './pending-notes';
import { ScanBox } from './scan-box';
import { StocktakeHeader } from './stocktake-header';
import { viewStrings as s } from './strings';

/** One stocktake: how far it is, the box to count with, and its products. */
export function StocktakeView({ id }: { id: number }) {
  const { data: stocktake, error, refetch } = useQuery(stocktakeQuery(id));
  return (
    <div className="stack-4">
      <BackLink to="/inventario" search={{ tab: 'recuentos' }}>
        {s.back}
      </BackLink>
      {stocktake ? (
        <Loaded stocktake={stocktake} />
      ) : error ? (
        <Card>
          <ErrorState
            title={s.failed}
            text={isGone(error) ? s.gone : errorText(error)}
            {...(!isGone(error) && { onRetry: () => void refetch() })}
          />
        </Card>
      ) : (
        <LoadingRegion label={s.loading}>
          <Card className="stack-4 p-5">
            <Skeleton className="h-5 w-48" />
            <Skeleton className="h-8 w-full" />
          </Card>
        </LoadingRegion>
      )}
    </div>
  );
}

function isGone(error: Error): boolean {
  return error instanceof ApiError && error.status === 404;
}

function Loaded({ stocktake }: { stocktake: Stocktake }) {
  const canAdjust = useCan('stock.adjust');
  const counting = canAdjust && stocktake.state === 'open';
  return (
    <>
      <StocktakeHeader stocktake={stocktake} counting={counting} />
      <PendingNotes id={stocktake.id} />
      {counting ? <ScanBox id={stocktake.id} /> : null}
      <Lines stocktake={stocktake} counting={counting} />
    </>
  );
}
