import { RotateCw } from 'lucide-react';
import { errorText } from '@/lib/api-error';
import { formatDateTime } from '@/lib/format';
import { Badge } from '@/ui/feedback/badge';
import { showToast } from '@/ui/feedback/toast';
import type { Tone } from '@/ui/feedback/tone';
import { Button } from '@/ui/form/button';
import { Moment } from '@/ui/layout/moment';
import type { TableColumn } from '@/ui/list/data-table';
import { useOverlay } from '@/ui/overlay/overlay-host';
import { type Dispatch, useResendDispatch } from './api';
import { DispatchDialog } from './dispatch-dialog';
import { eventNames, dispatchStrings as s } from './strings';

export function dispatchColumns(subscriptionId: number): TableColumn<Dispatch>[] {
  return [
    {
      id: 'when',
      header: s.columns.when,
      cell: (row) => <Moment at={row.createdAt} />,
      width: 'w-28',
    },
    {
      id: 'event',
      header: s.columns.event,
      cell: (row) => <span className="line-clamp-2 leading-tight">{eventName(row)}</span>,
      width: 'w-54',
    },
    { id: 'result', header: s.columns.result, cell: (row) => <Result dispatch={row} /> },
    {
      id: 'attempts',
      header: s.columns.attempts,
      cell: (row) => row.attempts,
      width: 'w-22',
      align: 'right',
    },
    {
      id: 'actions',
      header: s.columns.actions,
      cell: (row) => <Actions subscriptionId={subscriptionId} dispatch={row} />,
      width: 'w-52',
      align: 'right',
      hiddenHeader: true,
    },
  ];
}

/** The name of an event as people read it; the server may know one that this page does not. */
export function eventName({ event }: Dispatch): string {
  if (event === 'test') return s.test;
  return (eventNames as Record<string, string>)[event] ?? event;
}

type DispatchProps = { subscriptionId: number; dispatch: Dispatch };

/** The same message on a phone. */
export function DispatchCard({ subscriptionId, dispatch }: DispatchProps) {
  return (
    <div className="stack-2">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0 font-medium">{eventName(dispatch)}</span>
        <time dateTime={dispatch.createdAt} className="num shrink-0 text-xs text-ink-3">
          {formatDateTime(dispatch.createdAt)}
        </time>
      </div>
      <Result dispatch={dispatch} />
      <Actions subscriptionId={subscriptionId} dispatch={dispatch} />
    </div>
  );
}

const tones: Record<Dispatch['state'], Tone> = { delivered: 'ok', waiting: 'info', failed: 'out' };

/** How it stands, what the receiver said, and when it is tried next. */
export function Result({ dispatch }: { dispatch: Dispatch }) {
  const { state, attempts, status, failure, durationMs, nextTryAt } = dispatch;
  const retrying = state === 'waiting' && attempts > 0 && failure !== '';
  const details = [
    failure || (status > 0 ? String(status) : ''),
    status > 0 ? s.took(durationMs) : '',
    retrying && nextTryAt ? s.nextTry(nextTryAt) : '',
  ].filter((part) => part !== '');
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 py-1.5 text-sm leading-tight">
      <Badge tone={retrying ? 'low' : tones[state]}>{retrying ? s.retrying : s.states[state]}</Badge>
      <span className="min-w-0 text-ink-2 wrap-anywhere">{details.join(' · ')}</span>
    </span>
  );
}

function Actions({ subscriptionId, dispatch }: DispatchProps) {
  const show = useOverlay();
  const resend = useResendDispatch(subscriptionId);
  const name = eventName(dispatch);

  async function send() {
    try {
      await resend.mutateAsync(dispatch.id);
      showToast({ title: s.resent });
    } catch (error) {
      showToast({ type: 'error', title: s.resendFailed, description: errorText(error) });
    }
  }

  return (
    <span className="-mr-2 flex items-center justify-end gap-1 max-sm:-ml-2 max-sm:justify-start">
      <Button
        variant="ghost"
        size="sm"
        aria-label={s.seeOf(name)}
        onClick={() => show((close) => <DispatchDialog dispatch={dispatch} onClose={close} />)}
      >
        {s.see}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        busy={resend.isPending}
        aria-label={s.resendOf(name)}
        onClick={() => void send()}
      >
        <RotateCw aria-hidden />
        {s.resend}
      </Button>
    </span>
  );
}
