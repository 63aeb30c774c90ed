import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type OrderStatus, orderStatusNames } from '@/features/shared/order-status';
import { errorText } from '@/lib/api-error';
import { useCan } from '@/lib/permissions';
import { ErrorBanner } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { Select } from '@/ui/form/select';
import { Card, CardHeader } from '@/ui/layout/card';
import { type Channel, type ChannelStatus, channelStatusesQuery, useMeanStatus } from './api';
import { channelStrings as s } from './channel-strings';

const options = Object.entries(orderStatusNames).map(([value, label]) => ({ value, label }));

/** Statuses that plugins add to a shop: nobody but its owner knows what they mean. */
export function ChannelStatuses({ channel: { id } }: { channel: Channel }) {
  const { data, error, refetch } = useQuery(channelStatusesQuery(id));
  if (error && !data) {
    return <ErrorBanner title={s.statusesFailed} text={errorText(error)} onRetry={() => void refetch()} />;
  }
  if (!data || data.results.length === 0) return null;
  return (
    <Card aria-labelledby="channel-statuses">
      <CardHeader id="channel-statuses" title={s.statuses} description={s.statusesHint} />
      <ul className="ruled border-t border-line">
        {data.results.map((status) => (
          <Status key={`${status.word} ${status.status ?? ''}`} channelId={id} status={status} />
        ))}
      </ul>
    </Card>
  );
}

function Status({ channelId, status }: { channelId: number; status: ChannelStatus }) {
  const canHandle = useCan('deliveries.handle');
  const mean = useMeanStatus(channelId);
  const [chosen, choose] = useState<OrderStatus | ''>(status.status ?? status.guess ?? '');
  const known = status.status === null ? s.statusUnknown : s.statusMeans(orderStatusNames[status.status]);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-2">
      <p className="min-w-0 leading-tight">
        <span className="block font-medium wrap-anywhere">{status.name}</span>
        <span className="text-sm text-ink-3">{s.statusOrders(known, status.orders)}</span>
      </p>
      {canHandle ? (
        <div className="flex items-center gap-2">
          <Select
            small
            aria-label={s.statusOf(status.name)}
            options={options}
            placeholder={s.statusChoose}
            value={chosen}
            onChange={(event) => choose(event.target.value as OrderStatus)}
          />
          <Button
            size="sm"
            busy={mean.isPending}
            disabled={chosen === '' || chosen === status.status}
            aria-label={s.statusSaveOf(status.name)}
            onClick={() =>
              mean.mutate(
                { word: status.word, status: chosen === '' ? null : chosen },
                {
                  onSuccess: ({ deliveries }) => showToast({ title: s.statusSaved(status.name, deliveries) }),
                  onError: (error) =>
                    showToast({ type: 'error', title: s.dismissFailed, description: errorText(error) }),
                },
              )
            }
          >
            {s.statusSave}
          </Button>
        </div>
      ) : null}
    </li>
  );
}
