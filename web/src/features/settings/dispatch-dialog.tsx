import { formatDateTime } from '@/lib/format';
import { indentedJson } from '@/lib/indented-json';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { Fact } from '@/ui/fact';
import { RawText } from '@/ui/raw-text';
import { strings as common } from '@/ui/strings';
import { eventName, Result } from './dispatch-columns';
import type { Dispatch } from './subscription-api';
import { dispatchStrings as s } from './subscription-strings';

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
      <div className="space-y-4">
        <dl className="divide-y divide-line text-sm">
          <Fact label={s.state}>
            <Result dispatch={dispatch} />
          </Fact>
          <Fact label={s.attempts}>{dispatch.attempts}</Fact>
          {dispatch.attemptedAt ? (
            <Fact label={s.lastAttempt}>{formatDateTime(dispatch.attemptedAt)}</Fact>
          ) : null}
          <Fact label={s.messageId}>
            <span className="font-mono">{dispatch.messageId}</span>
          </Fact>
        </dl>
        {dispatch.attemptedAt ? <Text title={s.answer} text={dispatch.answer || s.noAnswer} /> : null}
        <Text title={s.body} text={indentedJson(dispatch.body)} />
      </div>
    </Dialog>
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
