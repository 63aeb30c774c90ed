import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PackageCheck } from 'lucide-react';
import { type SyntheticEvent, useId, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { useOnceKey } from '@/lib/once-key';
import { Skeleton } from '@/ui/feedback/skeleton';
import { EmptyState, ErrorBanner, FormError, LoadingRegion } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { Dialog, DialogClose } from '@/ui/overlay/dialog';
import { createDrafts, draftsOf, type Proposals, proposalsQuery } from './api';
import { type Choice, chosenIds, type Draft, draftsFrom, placeOf, withChoice } from './choice';
import { DraftCard } from './draft-card';
import { reorderStrings as s } from './strings';
import { WithoutSupplier } from './without-supplier';

type OrdersDialogProps = {
  /** What is to be ordered; none is all that the forecast asks for. */
  productIds: number[];
  onClose: () => void;
};

/** Which drafts come of what is to be ordered, to look at before they are made. */
export default function OrdersDialog({ productIds, onClose }: OrdersDialogProps) {
  const formId = useId();
  const query = useQuery(proposalsQuery(productIds));
  const [choice, setChoice] = useState<Choice>(new Map());
  const drafts = query.data ? draftsFrom(query.data, choice) : [];
  const ids = chosenIds(drafts);
  const count = drafts.filter((draft) => draft.count > 0).length;
  const save = useCreate(onClose);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (ids.length > 0) void save.create(ids, query.data?.withoutSupplier.length ?? 0);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.title}
      description={s.description}
      size="form"
      dirty={choice.size > 0}
      footer={
        <>
          <p aria-live="polite" className="num mr-auto text-sm text-ink-2 max-sm:sr-only">
            {ids.length === 0 ? null : s.summary(count, ids.length)}
          </p>
          <DialogClose render={<Button />}>{s.cancel}</DialogClose>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={ids.length === 0}
            busy={save.isPending}
            busyLabel={s.creating}
          >
            {s.create(count)}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack-4" onSubmit={submit}>
        {query.data ? (
          <Found
            proposals={query.data}
            drafts={drafts}
            onChoose={(id, chosen) => setChoice(withChoice(choice, id, chosen))}
          />
        ) : query.error ? (
          <ErrorBanner title={s.loadFailed} text={errorText(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <Loading />
        )}
        {save.error === null ? null : (
          <FormError>
            <p className="font-semibold">{s.failed}</p>
            <p>{errorText(save.error)}</p>
          </FormError>
        )}
      </form>
    </Dialog>
  );
}

type FoundProps = { proposals: Proposals; drafts: Draft[]; onChoose: (productId: number, chosen: boolean) => void };

/** How many lines are shown at once before one has to ask for them. */
const fewLines = 12;

function Found({ proposals, drafts, onChoose }: FoundProps) {
  const { withoutSupplier } = proposals;
  const open = drafts.reduce((sum, { lines }) => sum + lines.length, 0) <= fewLines;
  if (drafts.length === 0 && withoutSupplier.length === 0) {
    return <EmptyState icon={PackageCheck} title={s.nothingTitle} text={s.nothingText} className="py-8" />;
  }
  return (
    <>
      {drafts.map((draft) => (
        <DraftCard key={draft.order.supplierId} draft={draft} open={open} onChoose={onChoose} />
      ))}
      {withoutSupplier.length === 0 ? null : <WithoutSupplier products={withoutSupplier} />}
    </>
  );
}

function Loading() {
  return (
    <LoadingRegion label={s.loading}>
      <div className="stack-4">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    </LoadingRegion>
  );
}

/** Makes the drafts, says so, and goes to them. What could not be made stays to be tried again. */
function useCreate(onClose: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const once = useOnceKey();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function create(ids: number[], left: number) {
    if (isPending) return;
    setPending(true);
    setError(null);
    try {
      const drafts = draftsOf(await createDrafts(queryClient, ids, once));
      showToast({ title: s.created(drafts.length), ...(left > 0 && { description: s.left(left) }) });
      onClose();
      void navigate(placeOf(drafts));
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  }

  return { create, isPending, error };
}
