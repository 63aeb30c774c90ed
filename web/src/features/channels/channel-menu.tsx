import { useNavigate } from '@tanstack/react-router';
import { Unplug } from 'lucide-react';
import { useState } from 'react';
import { useCan } from '@/lib/permissions';
import { ConnectionMenu } from '@/ui/connection-menu';
import { RemoveDialog } from '@/ui/remove-dialog';
import { type Channel, type ChannelWithSecret, useDeleteChannel } from './api';
import { ChannelDialog } from './channel-dialog';
import { ChannelSecretDialog } from './channel-secret-dialog';
import { channelStrings as s } from './channel-strings';
import { RotateDialog } from './rotate-dialog';
import { useSendTest } from './use-send-test';

/** What an administrator can do with a shop. */
export function ChannelMenu({ channel }: { channel: Channel }) {
  const canManage = useCan('integrations.manage');
  const [rotated, setRotated] = useState<ChannelWithSecret | null>(null);
  const test = useSendTest(channel);
  const remove = useDeleteChannel();
  const navigate = useNavigate();
  if (!canManage) return null;
  return (
    <>
      <ConnectionMenu
        label={s.moreOf(channel.name)}
        words={s}
        removeIcon={Unplug}
        onTest={() => void test.send()}
      >
        {(asked, close) =>
          asked === 'edit' ? (
            <ChannelDialog channel={channel} onClose={close} />
          ) : asked === 'rotate' ? (
            <RotateDialog channel={channel} onClose={close} onRotated={setRotated} />
          ) : (
            <RemoveDialog
              thing={channel}
              words={s}
              remove={remove}
              onClose={close}
              onRemoved={() => void navigate({ to: '/configuracion', search: { seccion: 'integraciones' } })}
            />
          )
        }
      </ConnectionMenu>
      {rotated ? (
        <ChannelSecretDialog title={s.rotatedTitle} made={rotated} onClose={() => setRotated(null)} />
      ) : null}
    </>
  );
}
