import { useQuery } from '@tanstack/react-query';
import AdjustDialog from '@/features/movements/form/adjust-dialog';
import { productQuery } from '@/features/shared/api';
import { errorText } from '@/lib/api-error';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorState, LoadingRegion } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { Dialog, DialogClose } from '@/ui/overlay/dialog';
import { strings as uiStrings } from '@/ui/strings';
import { configureStrings, strings } from './strings';

type AdjustForecastProps = { productId: number; onClose: () => void };

/** A row knows its forecast; adjusting needs the whole product. */
export default function AdjustForecast({ productId, onClose }: AdjustForecastProps) {
  const { data, error, refetch } = useQuery(productQuery(productId));
  if (data) return <AdjustDialog product={data} onClose={onClose} />;
  return <WaitingDialog title={strings.adjust} error={error} onRetry={() => void refetch()} onClose={onClose} />;
}

type WaitingDialogProps = { title: string; error: unknown; onRetry: () => void; onClose: () => void };

/** A dialog whose product is still on its way, or did not come. */
export function WaitingDialog({ title, error, onRetry, onClose }: WaitingDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={<DialogClose render={<Button />}>{uiStrings.cancel}</DialogClose>}
    >
      {error ? (
        <ErrorState title={strings.loadFailed} text={errorText(error)} onRetry={onRetry} />
      ) : (
        <LoadingRegion label={configureStrings.loading} className="stack-4">
          <Skeleton className="w-1/2" />
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </LoadingRegion>
      )}
    </Dialog>
  );
}
