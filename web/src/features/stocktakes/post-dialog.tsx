import { ApiError, errorText } from '@/lib/api-error';
import { FormError } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { Dialog, DialogClose } from '@/ui/overlay/dialog';
import { type Stocktake, usePostStocktake } from './api';
import { openStrings, endStrings as s } from './strings';

type PostDialogProps = { stocktake: Stocktake; onClose: () => void };

/** The last look before the differences become movements. */
export default function PostDialog({ stocktake, onClose }: PostDialogProps) {
  const { id, uncounted } = stocktake;
  const post = usePostStocktake(id);

  /** Once it is posted this dialog is gone from the page, so it says so itself and not in a callback. */
  async function confirm() {
    try {
      const { movements, skipped } = await post.mutateAsync();
      onClose();
      showToast({
        title: s.posted,
        description: skipped > 0 ? s.skipped(skipped) : s.postedText(movements),
      });
    } catch {
      // The mutation keeps its error, which is shown below.
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.postTitle(id)}
      footer={
        <>
          <DialogClose render={<Button />}>{openStrings.cancel}</DialogClose>
          <Button variant="primary" busy={post.isPending} busyLabel={s.posting} onClick={() => void confirm()}>
            {s.post}
          </Button>
        </>
      }
    >
      <div className="stack-3 text-ink-2">
        <p>{whatHappens(stocktake)}</p>
        {uncounted > 0 ? <p>{s.uncounted(uncounted)}</p> : null}
        {post.error ? <Refusal error={post.error} /> : null}
      </div>
    </Dialog>
  );
}

function whatHappens({ differing }: Stocktake): string {
  if (differing === null) return s.postBlind;
  return differing === 0 ? s.postNone : s.postSome(differing);
}

/** The server names every product whose difference cannot be posted any more. */
function Refusal({ error }: { error: Error }) {
  const messages = error instanceof ApiError ? Object.values(error.fields).flat() : [];
  return (
    <FormError>
      {messages.length === 0 ? (
        errorText(error)
      ) : (
        <ul className="stack-1">
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </FormError>
  );
}
