import { useMutation } from '@tanstack/react-query';
import { Download, Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { OrderStatusBadge } from '@/features/shared/order-status';
import { type ApiError, errorText } from '@/lib/api-error';
import { formatDateTime } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { useHeadingFocus } from '@/lib/use-heading-focus';
import { Notice } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { PageHeader } from '@/ui/layout/page-header';
import { lazy } from '@/ui/overlay/lazy';
import { downloadPackingList, type OrderDetail } from './api';
import { moveTexts, detailStrings as s } from './detail-strings';
import { editStrings } from './form-strings';
import { isSetback, type Move, movesOf } from './order-move';
import { overtakenText } from './overtaken';

const MoveDialog = lazy(() => import('./move-dialog'));
const EditOrderDialog = lazy(() => import('./edit-order-dialog'));

/** The order's name, how far it has come, and the steps it can take from here. */
export function OrderHeader({ order }: { order: OrderDetail }) {
  const canEdit = useCan('orders.edit');
  const [asked, setAsked] = useState<Move | null>(null);
  const [movedTo, setMovedTo] = useState<Move | null>(null);
  const [editing, setEditing] = useState(false);
  const [overtaken, setOvertaken] = useState<ApiError | null>(null);
  const moves = canEdit ? movesOf(order) : [];

  // The button that was pressed is gone with the status it belonged to.
  useHeadingFocus(asked === null && movedTo === order.status);

  function ask(move: Move) {
    setMovedTo(null);
    setOvertaken(null);
    setAsked(move);
  }

  return (
    <>
      <PageHeader
        title={s.title(order.orderNumber)}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <OrderStatusBadge status={order.status} />
            <time dateTime={order.createdAt} className="num">
              {formatDateTime(order.createdAt)}
            </time>
            <span className="wrap-anywhere">{order.customerName}</span>
          </span>
        }
        actions={
          <>
            <PackingListButton order={order} />
            {canEdit ? (
              <Button className="max-sm:flex-1" onClick={() => setEditing(true)}>
                <Pencil aria-hidden />
                {editStrings.action}
              </Button>
            ) : null}
            {moves.toReversed().map((move) => (
              <Button
                key={move}
                variant={isSetback(move) ? 'secondary' : 'primary'}
                className="max-sm:flex-1"
                onClick={() => ask(move)}
              >
                {moveTexts[move].action}
              </Button>
            ))}
          </>
        }
      />
      {overtaken ? <Overtaken error={overtaken} order={order} /> : null}
      <Suspense>
        {asked ? (
          <MoveDialog
            order={order}
            move={asked}
            onClose={() => setAsked(null)}
            onMoved={() => {
              setAsked(null);
              setMovedTo(asked);
            }}
            onOvertaken={(error) => {
              setAsked(null);
              setOvertaken(error);
            }}
          />
        ) : null}
        {editing ? <EditOrderDialog order={order} onClose={() => setEditing(false)} /> : null}
      </Suspense>
    </>
  );
}

/** What goes into the parcel, to print and lay on the bench. */
function PackingListButton({ order }: { order: OrderDetail }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadPackingList(order),
    onError: (error) => showToast({ type: 'error', title: s.packingFailed, description: errorText(error) }),
  });
  return (
    <Button className="max-sm:flex-1" busy={isPending} busyLabel={s.packing} onClick={() => mutate()}>
      <Download aria-hidden />
      {s.packingList}
    </Button>
  );
}

function Overtaken({ error, order }: { error: ApiError; order: OrderDetail }) {
  const { title, text } = overtakenText(error, order);
  return (
    <Notice tone="low" title={title} className="mb-5">
      {text}
    </Notice>
  );
}
