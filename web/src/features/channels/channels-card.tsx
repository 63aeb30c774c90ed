import { useQuery } from '@tanstack/react-query';
import { Plus, Store } from 'lucide-react';
import { useState } from 'react';
import { useCan } from '@/lib/permissions';
import { EmptyState } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { ShortList } from '@/ui/list/short-list';
import { type ChannelWithSecret, channelsQuery } from './api';
import { ChannelCard, channelColumns } from './channel-columns';
import { ChannelDialog } from './channel-dialog';
import { ChannelSecretDialog } from './channel-secret-dialog';
import { channelStrings as s } from './channel-strings';

export function ChannelsCard() {
  const query = useQuery(channelsQuery);
  const canManage = useCan('integrations.manage');
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<ChannelWithSecret | null>(null);
  // Until it is known whether there are rows it only keeps its place: where there are none it stands below.
  const add = canManage ? (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      {s.add}
    </Button>
  ) : null;
  return (
    <>
      <ShortList
        title={s.title}
        hint={s.hint}
        label={s.list}
        loadingLabel={s.loading}
        failedTitle={s.loadFailed}
        query={query}
        action={
          <div className="flex flex-wrap gap-2">
            <ButtonLink to="/pedidos/entregas">{s.deliveries}</ButtonLink>
            {query.data?.results.length === 0 ? null : (
              <span style={{ visibility: query.data ? 'visible' : 'hidden' }}>{add}</span>
            )}
          </div>
        }
        empty={
          <EmptyState
            icon={Store}
            title={s.emptyTitle}
            text={canManage ? s.emptyText : s.emptyReadOnly}
            className="pt-8"
          >
            {add}
          </EmptyState>
        }
        table={{
          columns: channelColumns,
          renderCard: (channel) => <ChannelCard channel={channel} />,
          skeletons: 3,
          cardHeight: 'h-37.5',
          linkedRows: true,
        }}
      />
      {isAdding ? <ChannelDialog channel={null} onClose={() => setAdding(false)} onAdded={setAdded} /> : null}
      {added ? (
        <ChannelSecretDialog title={s.connectTitle} made={added} onClose={() => setAdded(null)} />
      ) : null}
    </>
  );
}
