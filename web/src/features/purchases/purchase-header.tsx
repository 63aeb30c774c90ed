import { useNavigate } from '@tanstack/react-router';
import { Copy, FileDown, PackageCheck, Pencil, RotateCcw, Send, Trash2, Undo2, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { formatDate } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { ErrorBanner } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { PageHeader } from '@/ui/layout/page-header';
import { RowMenu } from '@/ui/list/row-menu';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { lazy } from '@/ui/overlay/lazy';
import { MenuItem, MenuSeparator } from '@/ui/overlay/menu';
import { RemoveDialog } from '@/ui/overlay/remove-dialog';
import {
  downloadPurchase,
  type Purchase,
  type PurchaseMove,
  useDuplicatePurchase,
  useMovePurchase,
  useRemovePurchase,
} from './api';
import { PurchaseStatusBadge } from './purchase-status';
import { detailStrings, strings as list, actionStrings as s } from './strings';

const EditPurchaseDialog = lazy(() => import('./edit-purchase-dialog'));
const SendDialog = lazy(() => import('./send-dialog'));
const ReturnDialog = lazy(() => import('./return-dialog'));

type Asked = 'edit' | 'send' | 'return' | 'cancel' | 'close' | 'remove' | null;

/** The purchase's name, how far it is, and what can be done with it. */
export function PurchaseHeader({ purchase }: { purchase: Purchase }) {
  const canEdit = useCan('purchases.edit');
  const [asked, setAsked] = useState<Asked>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { id, number, status, isLate, supplier, expectedOn } = purchase;
  return (
    <>
      <PageHeader
        title={detailStrings.title(number, id)}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <PurchaseStatusBadge status={status} isLate={isLate} />
            <span className="wrap-anywhere">{supplier}</span>
            {expectedOn !== null && status === 'sent' ? (
              <span>{detailStrings.expected(formatDate(`${expectedOn}T12:00:00Z`))}</span>
            ) : null}
          </span>
        }
        actions={
          <>
            {canEdit ? <More purchase={purchase} onAsk={setAsked} /> : null}
            {canEdit ? <PDFButton purchase={purchase} onProblem={setProblem} /> : null}
            <MainActions purchase={purchase} canEdit={canEdit} onAsk={setAsked} />
          </>
        }
      />
      {problem === null ? null : <ErrorBanner title={s.pdfFailed} text={problem} onDismiss={() => setProblem(null)} />}
      <Dialogs purchase={purchase} asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

type PDFButtonProps = { purchase: Purchase; onProblem: (problem: string | null) => void };

/** The document as the supplier reads it, also of a draft. */
function PDFButton({ purchase, onProblem }: PDFButtonProps) {
  const [isPending, setPending] = useState(false);

  async function download() {
    setPending(true);
    onProblem(null);
    try {
      await downloadPurchase(purchase);
    } catch (error) {
      onProblem(errorText(error));
    } finally {
      setPending(false);
    }
  }

  return (
    <Button aria-label={s.pdfOf} busy={isPending} busyLabel={s.pdf} onClick={() => void download()}>
      <FileDown aria-hidden />
      {s.pdf}
    </Button>
  );
}

type ActionsProps = { purchase: Purchase; onAsk: (asked: Asked) => void };

function MainActions({ purchase, canEdit, onAsk }: ActionsProps & { canEdit: boolean }) {
  const canReceive = useCan('purchases.receive');
  const { id, status } = purchase;
  return (
    <>
      {canEdit && status === 'draft' ? (
        <>
          <Button className="max-sm:flex-1" onClick={() => onAsk('edit')}>
            <Pencil aria-hidden />
            {s.edit}
          </Button>
          <Button
            variant="primary"
            className="max-sm:flex-1"
            disabled={purchase.lineCount === 0}
            onClick={() => onAsk('send')}
          >
            <Send aria-hidden />
            {s.send}
          </Button>
        </>
      ) : null}
      {canReceive && status === 'sent' ? (
        <ButtonLink to="/compras/$id/recibir" params={{ id: String(id) }} variant="primary" className="max-sm:flex-1">
          <PackageCheck aria-hidden />
          {s.receive}
        </ButtonLink>
      ) : null}
    </>
  );
}

function More({ purchase, onAsk }: ActionsProps) {
  const navigate = useNavigate();
  const duplicate = useDuplicatePurchase();
  const move = useMoved(purchase);
  const { id, status, received, lines } = purchase;
  const untouched = status === 'sent' && received === 0;
  const pending = lines.some((line) => line.pending > 0);
  const closed = lines.some((line) => line.closed > 0);

  async function copy() {
    try {
      const made = await duplicate.mutateAsync(id);
      showToast({ title: s.duplicated, description: made.supplier });
      void navigate({ to: '/compras/$id', params: { id: String(made.id) } });
    } catch (error) {
      showToast({ type: 'error', title: s.failed, description: errorText(error) });
    }
  }

  return (
    <RowMenu label={s.more}>
      <MenuItem onClick={() => void copy()}>
        <Copy aria-hidden />
        {s.duplicate}
      </MenuItem>
      {received > 0 ? (
        <MenuItem onClick={() => onAsk('return')}>
          <Undo2 aria-hidden />
          {s.return}
        </MenuItem>
      ) : null}
      {untouched ? (
        <MenuItem onClick={() => void move('draft', s.drafted)}>
          <RotateCcw aria-hidden />
          {s.draft}
        </MenuItem>
      ) : null}
      {closed && (status === 'sent' || status === 'closed') ? (
        <MenuItem onClick={() => void move('reopen', s.reopened)}>
          <RotateCcw aria-hidden />
          {s.reopen}
        </MenuItem>
      ) : null}
      {status === 'sent' && pending ? (
        <MenuItem onClick={() => onAsk('close')}>
          <X aria-hidden />
          {s.close}
        </MenuItem>
      ) : null}
      <Ends purchase={purchase} untouched={untouched} onAsk={onAsk} />
    </RowMenu>
  );
}

function Ends({ purchase: { status }, untouched, onAsk }: ActionsProps & { untouched: boolean }) {
  if (!untouched && status !== 'draft') return null;
  return (
    <>
      <MenuSeparator />
      {untouched ? (
        <MenuItem danger onClick={() => onAsk('cancel')}>
          <X aria-hidden />
          {s.cancel}
        </MenuItem>
      ) : (
        <MenuItem danger onClick={() => onAsk('remove')}>
          <Trash2 aria-hidden />
          {s.remove}
        </MenuItem>
      )}
    </>
  );
}

/** A step of the purchase that is taken at once, and said. */
function useMoved(purchase: Purchase) {
  const change = useMovePurchase();
  return async (move: PurchaseMove, done: string) => {
    try {
      await change.mutateAsync({ seen: purchase, move });
      showToast({ title: done });
    } catch (error) {
      showToast({ type: 'error', title: s.failed, description: errorText(error) });
    }
  };
}

function Dialogs({ purchase, asked, onClose }: { purchase: Purchase; asked: Asked; onClose: () => void }) {
  const navigate = useNavigate();
  const remove = useRemovePurchase();
  return (
    <Suspense>
      {asked === 'edit' ? <EditPurchaseDialog purchase={purchase} onClose={onClose} /> : null}
      {asked === 'send' ? <SendDialog purchase={purchase} onClose={onClose} /> : null}
      {asked === 'return' ? <ReturnDialog purchase={purchase} onClose={onClose} /> : null}
      {asked === 'cancel' || asked === 'close' ? (
        <EndDialog purchase={purchase} move={asked} onClose={onClose} />
      ) : null}
      {asked === 'remove' ? (
        <RemoveDialog
          thing={{ id: purchase.id, name: list.draftName(purchase.id) }}
          words={s}
          remove={remove}
          onClose={onClose}
          onRemoved={() => void navigate({ to: '/compras' })}
        />
      ) : null}
    </Suspense>
  );
}

type EndDialogProps = { purchase: Purchase; move: 'cancel' | 'close'; onClose: () => void };

/** Asks before what is on its way is no longer expected. */
function EndDialog({ purchase, move, onClose }: EndDialogProps) {
  const change = useMovePurchase();
  const cancels = move === 'cancel';
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={cancels ? s.cancelTitle(purchase.number) : s.closeTitle(purchase.pending)}
      body={cancels ? s.cancelBody : s.closeBody}
      cancelLabel={s.keep}
      confirmLabel={cancels ? s.cancelConfirm : s.closeConfirm}
      tone={cancels ? 'danger' : 'primary'}
      busy={change.isPending}
      busyLabel={cancels ? s.cancelling : s.closing}
      error={change.error ? errorText(change.error) : undefined}
      onConfirm={() =>
        change.mutate(
          { seen: purchase, move },
          {
            onSuccess: () => {
              onClose();
              showToast({ title: cancels ? s.cancelled : s.closedDone, description: purchase.number });
            },
          },
        )
      }
    />
  );
}
