import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { ConnectionMenu } from '@/features/shared/connection-menu';
import { errorText } from '@/lib/api-error';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { useOverlay } from '@/ui/overlay/overlay-host';
import { RemoveDialog } from '@/ui/overlay/remove-dialog';
import {
  type Subscription,
  type SubscriptionWithSecret,
  useDeleteSubscription,
  useRotateSubscription,
} from './api';
import { SecretDialog } from './secret-dialog';
import { subscriptionStrings as s } from './strings';
import { SubscriptionDialog } from './subscription-dialog';
import { useSendTest } from './use-send-test';

/** What can be done with a webhook. */
export function SubscriptionMenu({ subscription }: { subscription: Subscription }) {
  const show = useOverlay();
  const test = useSendTest(subscription);
  const showSecret = (rotated: SubscriptionWithSecret) =>
    show((close) => <SecretDialog made={rotated} onClose={close} />);
  return (
    <ConnectionMenu
      label={s.moreOf(subscription.name)}
      words={s}
      removeIcon={Trash2}
      onTest={() => void test.send()}
    >
      {(asked, close) =>
        asked === 'edit' ? (
          <SubscriptionDialog subscription={subscription} onClose={close} />
        ) : asked === 'rotate' ? (
          <Rotate subscription={subscription} onClose={close} onRotated={showSecret} />
        ) : (
          <Remove subscription={subscription} onClose={close} />
        )
      }
    </ConnectionMenu>
  );
}

type QuestionProps = { subscription: Subscription; onClose: () => void };

function Remove({ subscription, onClose }: QuestionProps) {
  const remove = useDeleteSubscription();
  const navigate = useNavigate();
  return (
    <RemoveDialog
      thing={subscription}
      words={s}
      remove={remove}
      onClose={onClose}
      onRemoved={() => void navigate({ to: '/configuracion', search: { seccion: 'integraciones' } })}
    />
  );
}

function Rotate({
  subscription: { id, name },
  onClose,
  onRotated,
}: QuestionProps & { onRotated: (rotated: SubscriptionWithSecret) => void }) {
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
