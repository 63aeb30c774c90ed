import { Button } from '@/ui/button';
import { CopyField } from '@/ui/copy-field';
import { Dialog, DialogClose } from '@/ui/dialog';
import { Notice } from '@/ui/states';
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
