import { Notice } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { CopyField } from '@/ui/form/copy-field';
import { Dialog, DialogClose } from '@/ui/overlay/dialog';
import type { SubscriptionWithSecret } from './api';
import { subscriptionStrings as s } from './strings';

type SecretDialogProps = { made: SubscriptionWithSecret; onClose: () => void };

/** The only time that a secret is shown. */
export function SecretDialog({ made, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.secretTitle}
      description={made.name}
      footer={<DialogClose render={<Button variant="primary" />}>{s.secretDone}</DialogClose>}
    >
      <div className="stack-4">
        <CopyField label={s.secret} value={made.secret} hint={s.secretText} />
        {made.previousSecretUntil ? (
          <Notice tone="info" title={s.rotatedText(made.previousSecretUntil)} />
        ) : null}
      </div>
    </Dialog>
  );
}
