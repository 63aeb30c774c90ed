import { useQuery } from '@tanstack/react-query';
import { Plus, Store } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/lib/api-error';
import { useCan } from '@/lib/permissions';
import { Button } from '@/ui/button';
import { ButtonLink } from '@/ui/button-link';
import { Card, CardHeader } from '@/ui/card';
import { DataTable } from '@/ui/data-table';
import { EmptyState, ErrorBanner, LoadingRegion } from '@/ui/states';
import { type ChannelWithSecret, channelsQuery } from './api';
import { ChannelCard, channelColumns } from './channel-columns';
import { ChannelDialog } from './channel-dialog';
import { ChannelSecretDialog } from './channel-secret-dialog';
import { channelStrings as s } from './channel-strings';

export function ChannelsCard() {
  const { data, error, refetch } = useQuery(channelsQuery);
  const canManage = useCan('integrations.manage');
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<ChannelWithSecret | null>(null);
  const add = canManage ? (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      {s.add}
    </Button>
  ) : null;
  const table = (
    <DataTable
      label={s.list}
      columns={channelColumns}
      rows={data?.results ?? []}
      rowId={({ id }) => String(id)}
      renderCard={(channel) => <ChannelCard channel={channel} />}
      loading={!data}
      minWidth="min-w-[44rem]"
      linkedRows
    />
  );
  return (
    <>
      {error ? (
        <ErrorBanner title={s.loadFailed} text={errorText(error)} onRetry={() => void refetch()} />
      ) : null}
      <Card aria-labelledby="channels">
        <CardHeader
          id="channels"
          title={s.title}
          description={s.hint}
          action={
            <div className="flex flex-wrap gap-2">
              <ButtonLink to="/pedidos/entregas">{s.deliveries}</ButtonLink>
              {data && data.count > 0 ? add : null}
            </div>
          }
        />
        {data?.count === 0 ? (
          <EmptyState
            icon={Store}
            title={s.emptyTitle}
            text={canManage ? s.emptyText : s.emptyReadOnly}
            className="pt-8"
          >
            {add}
          </EmptyState>
        ) : data ? (
          table
        ) : error ? null : (
          <LoadingRegion label={s.loading}>{table}</LoadingRegion>
        )}
      </Card>
      {isAdding ? <ChannelDialog channel={null} onClose={() => setAdding(false)} onAdded={setAdded} /> : null}
      {added ? (
        <ChannelSecretDialog title={s.connectTitle} made={added} onClose={() => setAdded(null)} />
      ) : null}
    </>
  );
}
