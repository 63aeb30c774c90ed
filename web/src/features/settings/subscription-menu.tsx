import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/lib/api-error';
import { ConfirmDialog } from '@/ui/confirm-dialog';
import { ConnectionMenu } from '@/ui/connection-menu';
import { RemoveDialog } from '@/ui/remove-dialog';
import { SecretDialog } from './secret-dialog';
import {
  type Subscription,
  type SubscriptionWithSecret,
  useDeleteSubscription,
  useRotateSubscription,
} from './subscription-api';
import { SubscriptionDialog } from './subscription-dialog';
import { subscriptionStrings as s } from './subscription-strings';
import { useSendTest } from './use-send-test';

/** What can be done with a webhook. */
export function SubscriptionMenu({ subscription }: { subscription: Subscription }) {
  const [rotated, setRotated] = useState<SubscriptionWithSecret | null>(null);
  const test = useSendTest(subscription);
  const remove = useDeleteSubscription();
  const navigate = useNavigate();
  return (
    <>
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
            <Rotate subscription={subscription} onClose={close} onRotated={setRotated} />
          ) : (
            <RemoveDialog
              thing={subscription}
              words={s}
              remove={remove}
              onClose={close}
              onRemoved={() => void navigate({ to: '/configuracion', search: { seccion: 'integraciones' } })}
            />
          )
        }
      </ConnectionMenu>
      {rotated ? <SecretDialog made={rotated} onClose={() => setRotated(null)} /> : null}
    </>
  );
}

type QuestionProps = { subscription: Subscription; onClose: () => void };

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
