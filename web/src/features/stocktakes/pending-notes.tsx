import { Notice } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { dropPending, type PendingCount, usePending } from './pending';
import { pendingStrings as s } from './strings';

/** What of this stocktake waits for a connection, and what came back: that stays until it was read. */
export function PendingNotes({ id }: { id: number }) {
  const pending = usePending(id);
  const waiting = pending.filter(({ problem }) => problem === undefined);
  const refused = pending.filter(({ problem }) => problem !== undefined);
  return (
    <>
      {waiting.length === 0 ? null : (
        <Notice tone="low" title={s.waiting(waiting.length)}>
          {s.waitingText}
        </Notice>
      )}
      <Refusals
        refusals={refused.map((one) => ({ key: one.key, text: `${nameOf(one)}: ${one.problem}` }))}
        onRead={dropPending}
      />
    </>
  );
}

function nameOf(pending: PendingCount): string {
  return pending.kind === 'scan' ? pending.code : s.ofProduct(pending.counted);
}

export type Refusal = { key: string; text: string };

/** Each with a button of its own: the next code that is read does not take the last one's error away. */
export function Refusals({ refusals, onRead }: { refusals: Refusal[]; onRead: (key: string) => void }) {
  if (refusals.length === 0) return null;
  return (
    <ul aria-label={s.refusedList} className="stack-2">
      {refusals.map(({ key, text }) => (
        <li key={key}>
          <div
            role="alert"
            className="flex items-center justify-between gap-3 rounded-md bg-out-bg px-3 py-2 text-sm text-out-fg"
          >
            <span className="min-w-0 wrap-anywhere">{text}</span>
            <Button size="sm" onClick={() => onRead(key)}>
              {s.read}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
