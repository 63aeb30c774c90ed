import { ApiError, errorText, isOvertaken } from '@/lib/api-error';
import { showToast } from '@/ui/feedback/toast';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { type OrderDetail, useChangeOrder } from './api';
import { moveTexts, consequenceStrings as s } from './detail-strings';
import { consequencesOf, isSetback, type Move } from './order-move';

type MoveDialogProps = {
  order: OrderDetail;
  move: Move;
  onClose: () => void;
  onMoved: () => void;
  /** The order is no longer what it was when the question was asked. */
  onOvertaken: (error: ApiError) => void;
};

/** Says what will happen to the stock before it does: no status can be taken back. */
export default function MoveDialog({ order, move, onClose, onMoved, onOvertaken }: MoveDialogProps) {
  const { mutate, isPending, error } = useChangeOrder();
  const texts = moveTexts[move];

  function confirm() {
    mutate(
      { seen: order, change: { status: move } },
      {
        onSuccess: ({ orderNumber }) => {
          showToast({ title: texts.done(orderNumber) });
          onMoved();
        },
        onError: (failure) => {
          if (failure instanceof ApiError && (failure.status === 409 || isOvertaken(failure))) onOvertaken(failure);
        },
      },
    );
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title(order.orderNumber)}
      body={<Sentences texts={consequencesOf(order, move)} />}
      tone={isSetback(move) ? 'danger' : 'primary'}
      cancelLabel={s.back}
      confirmLabel={texts.confirm}
      busy={isPending}
      busyLabel={texts.busy}
      error={error ? <Refusal error={error} /> : undefined}
      onConfirm={confirm}
    />
  );
}

function Sentences({ texts }: { texts: string[] }) {
  return texts.map((text) => <p key={text}>{text}</p>);
}

/** Each SKU that lacks has a sentence of its own. */
function Refusal({ error }: { error: Error }) {
  const lacking = error instanceof ApiError ? (error.fields.items ?? []) : [];
  return (
    <>
      <p className="font-semibold">{s.refusedTitle}</p>
      {lacking.length > 0 ? <Sentences texts={lacking} /> : <p>{errorText(error)}</p>}
    </>
  );
}
