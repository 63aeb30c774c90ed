import { Unplug } from 'lucide-react';
import { ConnectionMenu } from '@/features/shared/connection/connection-menu';
import { useCan } from '@/lib/permissions';
import { useOverlay } from '@/ui/overlay/overlay-host';
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
  const remove = useDeleteChannel();
  if (!canManage) return null;
  const showSecret = (rotated: ChannelWithSecret) =>
    show((close) => <ChannelSecretDialog title={s.rotatedTitle} made={rotated} onClose={close} />);
  return (
    <ConnectionMenu thing={channel} words={s} remove={remove} removeIcon={Unplug} onTest={() => void test.send()}>
      {(asked, close) =>
        asked === 'edit' ? (
          <ChannelDialog channel={channel} onClose={close} />
        ) : (
          <RotateDialog channel={channel} onClose={close} onRotated={showSecret} />
        )
      }
    </ConnectionMenu>
  );
}
