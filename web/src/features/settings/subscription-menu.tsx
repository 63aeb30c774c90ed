import { useNavigate } from '@tanstack/react-router';
import { KeyRound, Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/lib/api-error';
import { ConfirmDialog } from '@/ui/confirm-dialog';
import { MenuItem, MenuSeparator } from '@/ui/menu';
import { RowMenu } from '@/ui/row-menu';
import { showToast } from '@/ui/toast';
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

type SubscriptionProps = { subscription: Subscription };
type Asked = 'edit' | 'rotate' | 'remove' | null;

/** What can be done with a webhook. */
export function SubscriptionMenu({ subscription }: SubscriptionProps) {
  const [asked, setAsked] = useState<Asked>(null);
  const [rotated, setRotated] = useState<SubscriptionWithSecret | null>(null);
  const test = useSendTest(subscription);
  const close = () => setAsked(null);
  return (
    <>
      <RowMenu label={s.moreOf(subscription.name)}>
        <MenuItem onClick={() => void test.send()}>
          <Send aria-hidden />
          {s.test}
        </MenuItem>
        <MenuItem onClick={() => setAsked('edit')}>
          <Pencil aria-hidden />
          {s.edit}
        </MenuItem>
        <MenuItem onClick={() => setAsked('rotate')}>
          <KeyRound aria-hidden />
          {s.rotate}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger onClick={() => setAsked('remove')}>
          <Trash2 aria-hidden />
          {s.remove}
        </MenuItem>
      </RowMenu>
      {asked === 'edit' ? <SubscriptionDialog subscription={subscription} onClose={close} /> : null}
      {asked === 'rotate' ? (
        <Rotate subscription={subscription} onClose={close} onRotated={setRotated} />
      ) : null}
      {asked === 'remove' ? <Remove subscription={subscription} onClose={close} /> : null}
      {rotated ? <SecretDialog made={rotated} onClose={() => setRotated(null)} /> : null}
    </>
  );
}

type QuestionProps = SubscriptionProps & { onClose: () => void };

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

function Remove({ subscription: { id, name }, onClose }: QuestionProps) {
  const remove = useDeleteSubscription();
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.removeTitle(name)}
      body={s.removeBody}
      confirmLabel={s.removeConfirm}
      busy={remove.isPending}
      busyLabel={s.removing}
      error={remove.error ? errorText(remove.error) : undefined}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: () => {
            onClose();
            showToast({ title: s.removed, description: name });
            void navigate({ to: '/configuracion', search: { seccion: 'integraciones' } });
          },
        })
      }
    />
  );
}
