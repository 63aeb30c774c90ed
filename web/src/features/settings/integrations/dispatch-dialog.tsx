import { formatDateTime, formatInteger } from '@/lib/format';
import { indentedJson } from '@/lib/indented-json';
import { Button } from '@/ui/form/button';
import { Fact } from '@/ui/layout/fact';
import { RawText } from '@/ui/layout/raw-text';
import { Dialog, DialogClose } from '@/ui/overlay/dialog';
import { strings as common } from '@/ui/strings';
import type { Dispatch } from './api';
import { eventName, Result } from './dispatch-columns';
import { dispatchStrings as s } from './strings';

type DispatchDialogProps = { dispatch: Dispatch; onClose: () => void };

/** One message as it was sent, and what the receiver said. */
export function DispatchDialog({ dispatch, onClose }: DispatchDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.messageTitle}
      description={eventName(dispatch)}
      size="form"
      footer={<DialogClose render={<Button />}>{common.close}</DialogClose>}
    >
      <div className="stack-4">
        <dl className="ruled text-sm">
          <Fact label={s.state}>
            <Result dispatch={dispatch} />
          </Fact>
          <Fact label={s.messageId}>
            <span className="font-mono">{dispatch.messageId}</span>
          </Fact>
        </dl>
        <Tries dispatch={dispatch} />
        <Text title={s.body} text={indentedJson(dispatch.body)} />
      </div>
    </Dialog>
  );
}

/** Every attempt with what came of it; those of long ago know only the last one. */
function Tries({ dispatch: { tries, attemptedAt, answer } }: { dispatch: Dispatch }) {
  if (tries.length === 0) {
    return attemptedAt ? <Text title={s.answer} text={answer || s.noAnswer} /> : null;
  }
  return (
    <section aria-labelledby="dispatch-tries">
      <h3 id="dispatch-tries" className="mb-1.5 text-sm font-medium">
        {s.attempts}
      </h3>
      <ol className="ruled rounded-lg border border-line text-sm">
        {tries.map((attempt) => (
          <li key={attempt.at} className="px-3 py-2">
            <p className="num flex flex-wrap items-baseline justify-between gap-x-3">
              <span className={attempt.failure === '' ? 'font-medium text-ok-fg' : 'font-medium text-out-fg'}>
                {attempt.failure === '' ? s.accepted(attempt.status) : attempt.failure}
              </span>
              <span className="text-ink-2">
                {formatDateTime(attempt.at)} · {formatInteger(attempt.durationMs)} ms
              </span>
            </p>
            {attempt.answer === '' ? null : (
              <p className="code mt-1 text-xs wrap-anywhere text-ink-2">{attempt.answer}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 text-sm font-medium">{title}</h3>
      <RawText label={title} text={text} />
    </section>
  );
}
