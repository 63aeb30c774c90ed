import { useQuery } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { ConnectionsCard } from '@/features/shared/connection/connections-card';
import { useCan } from '@/lib/permissions';
import { ButtonLink } from '@/ui/form/button-link';
import { type Channel, type ChannelWithSecret, channelsQuery } from './api';
import { ChannelCard, channelColumns } from './channel-columns';
import { ChannelDialog } from './channel-dialog';
import { ChannelSecretDialog } from './channel-secret-dialog';
import { channelStrings as s } from './channel-strings';

export function ChannelsCard() {
  const query = useQuery(channelsQuery);
  const canManage = useCan('integrations.manage');
  return (
    <ConnectionsCard<Channel, ChannelWithSecret>
      query={query}
      words={canManage ? s : { ...s, emptyText: s.emptyReadOnly }}
      icon={Store}
      isPrimary
      canAdd={canManage}
      actions={<ButtonLink to="/pedidos/entregas">{s.deliveries}</ButtonLink>}
      table={{
        columns: channelColumns,
        renderCard: (channel) => <ChannelCard channel={channel} />,
        skeletons: 3,
        cardHeight: 'h-37.5',
      }}
      renderNew={(close, onAdded) => <ChannelDialog channel={null} onClose={close} onAdded={onAdded} />}
      renderMade={(made, close) => <ChannelSecretDialog title={s.connectTitle} made={made} onClose={close} />}
    />
  );
}
