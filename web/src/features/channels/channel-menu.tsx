import { useNavigate } from '@tanstack/react-router';
import { Unplug } from 'lucide-react';
import { ConnectionMenu } from '@/features/shared/connection-menu';
import { useCan } from '@/lib/permissions';
import { useOverlay } from '@/ui/overlay/overlay-host';
import { RemoveDialog } from '@/ui/overlay/remove-dialog';
import { type Channel, type ChannelWithSecret, useDeleteChannel } from './api';
import { ChannelDialog } from './channel-dialog';
import { ChannelSecretDialog } from './channel-secret-dialog';
import { channelStrings as s } from './channel-strings';
import { RotateDialog } from './rotate-dialog';
import { useSendTest } from './use-send-test';

/** What an administrator can do with a shop. */
export function ChannelMenu({ channel }: { channel: Channel }) {
  const canManage = useCan('integrations.manage');
  const show = useOverlay();
  const test = useSendTest(channel);
  if (!canManage) return null;
  const showSecret = (rotated: ChannelWithSecret) =>
    show((close) => <ChannelSecretDialog title={s.rotatedTitle} made={rotated} onClose={close} />);
  return (
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
          <RotateDialog channel={channel} onClose={close} onRotated={showSecret} />
        ) : (
          <Remove channel={channel} onClose={close} />
        )
      }
    </ConnectionMenu>
  );
}

function Remove({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const remove = useDeleteChannel();
  const navigate = useNavigate();
  return (
    <RemoveDialog
      thing={channel}
      words={s}
      remove={remove}
      onClose={onClose}
      onRemoved={() => void navigate({ to: '/configuracion', search: { seccion: 'integraciones' } })}
    />
  );
}
