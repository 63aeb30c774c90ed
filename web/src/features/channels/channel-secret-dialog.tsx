import { SecretDialog } from '@/features/shared/connection/secret-dialog';
import { Notice } from '@/ui/feedback/states';
import type { ChannelWithSecret } from './api';
import { channelStrings as s } from './channel-strings';

type ChannelSecretDialogProps = { title: string; made: ChannelWithSecret; onClose: () => void };

/** What has to be written in the shop. */
export function ChannelSecretDialog({ title, made, onClose }: ChannelSecretDialogProps) {
  return (
    <SecretDialog
      title={title}
      name={made.name}
      done={s.done}
      fields={[
        { label: s.address, value: made.address, hint: s.addressHint },
        { label: s.secret, value: made.secret, hint: s.secretOnce },
      ]}
      onClose={onClose}
    >
      {made.previousSecretUntil ? <Notice tone="info">{s.previousUntil(made.previousSecretUntil)}</Notice> : null}
    </SecretDialog>
  );
}
