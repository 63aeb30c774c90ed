import { Trash2 } from 'lucide-react';
import { ConnectionMenu } from '@/features/shared/connection/connection-menu';
import { errorText } from '@/lib/api-error';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { useOverlay } from '@/ui/overlay/overlay-host';
import { type Subscription, type SubscriptionWithSecret, useDeleteSubscription, useRotateSubscription } from './api';
import { subscriptionStrings as s } from './strings';
import { SubscriptionDialog } from './subscription-dialog';
import { SubscriptionSecretDialog } from './subscription-secret-dialog';
import { useSendTest } from './use-send-test';

/** What can be done with a webhook. */
export function SubscriptionMenu({ subscription }: { subscription: Subscription }) {
  const show = useOverlay();
  const test = useSendTest(subscription);
  const remove = useDeleteSubscription();
  const showSecret = (rotated: SubscriptionWithSecret) =>
    show((close) => <SubscriptionSecretDialog made={rotated} onClose={close} />);
  return (
    <ConnectionMenu thing={subscription} words={s} remove={remove} removeIcon={Trash2} onTest={() => void test.send()}>
      {(asked, close) =>
        asked === 'edit' ? (
          <SubscriptionDialog subscription={subscription} onClose={close} />
        ) : (
          <Rotate subscription={subscription} onClose={close} onRotated={showSecret} />
        )
      }
    </ConnectionMenu>
  );
}

function Rotate({
  subscription: { id, name },
  onClose,
  onRotated,
}: {
  subscription: Subscription;
  onClose: () => void;
  onRotated: (rotated: SubscriptionWithSecret) => void;
}) {
  const rotate = useRotateSubscription();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.rotateTitle(name)}
      body={s.rotateBody}
      tone="primary"
      confirmLabel={s.rotateConfirm}
      busy={rotate.isPending}
      busyLabel={s.rotating}
      error={rotate.error ? errorText(rotate.error) : undefined}
      onConfirm={() =>
        rotate.mutate(id, {
          onSuccess: (rotated) => {
            onClose();
            onRotated(rotated);
          },
        })
      }
    />
  );
}
