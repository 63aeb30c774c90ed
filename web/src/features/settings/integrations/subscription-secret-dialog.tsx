import { SecretDialog } from '@/features/shared/connection/secret-dialog';
import { Notice } from '@/ui/feedback/states';
import type { SubscriptionWithSecret } from './api';
import { subscriptionStrings as s } from './strings';

type SubscriptionSecretDialogProps = { made: SubscriptionWithSecret; onClose: () => void };

export function SubscriptionSecretDialog({ made, onClose }: SubscriptionSecretDialogProps) {
  return (
    <SecretDialog
      title={s.secretTitle}
      name={made.name}
      done={s.secretDone}
      fields={[{ label: s.secret, value: made.secret, hint: s.secretText }]}
      onClose={onClose}
    >
      {made.previousSecretUntil ? <Notice tone="info" title={s.rotatedText(made.previousSecretUntil)} /> : null}
    </SecretDialog>
  );
}
