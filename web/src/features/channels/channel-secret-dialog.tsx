import { Notice } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { CopyField } from '@/ui/form/copy-field';
import { Dialog, DialogClose } from '@/ui/overlay/dialog';
import type { ChannelWithSecret } from './api';
import { channelStrings as s } from './channel-strings';

type ChannelSecretDialogProps = { title: string; made: ChannelWithSecret; onClose: () => void };

/** What has to be written in the shop. It is the only time that a secret is shown. */
export function ChannelSecretDialog({ title, made, onClose }: ChannelSecretDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={made.name}
      footer={<DialogClose render={<Button variant="primary" />}>{s.done}</DialogClose>}
    >
      <div className="stack-4">
        <CopyField label={s.address} value={made.address} hint={s.addressHint} />
        <CopyField label={s.secret} value={made.secret} hint={s.secretOnce} />
        {made.previousSecretUntil ? (
          <Notice tone="info">{s.previousUntil(made.previousSecretUntil)}</Notice>
        ) : null}
      </div>
    </Dialog>
  );
}
