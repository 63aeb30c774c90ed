import { useNavigate } from '@tanstack/react-router';
import { KeyRound, Pencil, Send, Unplug } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/lib/api-error';
import { useCan } from '@/lib/permissions';
import { ConfirmDialog } from '@/ui/confirm-dialog';
import { MenuItem, MenuSeparator } from '@/ui/menu';
import { RowMenu } from '@/ui/row-menu';
import { showToast } from '@/ui/toast';
import { type Channel, type ChannelWithSecret, useDeleteChannel } from './api';
import { ChannelDialog } from './channel-dialog';
import { ChannelSecretDialog } from './channel-secret-dialog';
import { channelStrings as s } from './channel-strings';
import { RotateDialog } from './rotate-dialog';
import { useSendTest } from './use-send-test';

type ChannelProps = { channel: Channel };

/** What an administrator can do with a shop. */
export function ChannelMenu({ channel }: ChannelProps) {
  const canManage = useCan('integrations.manage');
  const [asked, setAsked] = useState<'edit' | 'rotate' | 'remove' | null>(null);
  const [rotated, setRotated] = useState<ChannelWithSecret | null>(null);
  const test = useSendTest(channel);
  const close = () => setAsked(null);
  if (!canManage) return null;
  return (
    <>
      <RowMenu label={s.moreOf(channel.name)}>
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
          <Unplug aria-hidden />
          {s.remove}
        </MenuItem>
      </RowMenu>
      {asked === 'edit' ? <ChannelDialog channel={channel} onClose={close} /> : null}
      {asked === 'rotate' ? <RotateDialog channel={channel} onClose={close} onRotated={setRotated} /> : null}
      {asked === 'remove' ? <Remove channel={channel} onClose={close} /> : null}
      {rotated ? (
        <ChannelSecretDialog title={s.rotatedTitle} made={rotated} onClose={() => setRotated(null)} />
      ) : null}
    </>
  );
}

function Remove({ channel: { id, name }, onClose }: ChannelProps & { onClose: () => void }) {
  const remove = useDeleteChannel();
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
