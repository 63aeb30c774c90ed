import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import { useCan } from '@/lib/permissions';
import { ErrorBanner } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { Card, CardHeader } from '@/ui/layout/card';
import { type Channel, type Gap, gapsQuery, useDismissGap } from './api';
import { channelStrings as s } from './channel-strings';

/** Shopify counts its orders one by one, so a number that never came is an order that never came. */
export function ChannelGaps({ channel: { id, missingNumbers } }: { channel: Channel }) {
  const { data, error, refetch } = useQuery({ ...gapsQuery(id), enabled: missingNumbers > 0 });
  const canHandle = useCan('deliveries.handle');
  if (missingNumbers === 0) return null;
  if (error && !data) {
    return <ErrorBanner title={s.gapsFailed} text={errorText(error)} onRetry={() => void refetch()} />;
  }
  return (
    <Card aria-labelledby="channel-gaps">
      <CardHeader id="channel-gaps" title={s.gaps} description={s.gapsHint} />
      <ul className="ruled border-t border-line">
        {data?.results.map((gap) => (
          <li key={gap.first} className="flex items-center justify-between gap-3 px-4 py-2">
            <p className="num">
              {s.gap(gap.first, gap.last)} <span className="text-sm text-ink-3">{s.gapSince(gap.since)}</span>
            </p>
            {canHandle ? <DismissButton channelId={id} gap={gap} /> : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function DismissButton({ channelId, gap }: { channelId: number; gap: Gap }) {
  const dismiss = useDismissGap(channelId);
  return (
    <Button
      size="sm"
      busy={dismiss.isPending}
      aria-label={s.dismissOf(s.gap(gap.first, gap.last))}
      onClick={() =>
        dismiss.mutate(gap, {
          onError: (error) => showToast({ type: 'error', title: s.dismissFailed, description: errorText(error) }),
        })
      }
    >
      {s.dismiss}
    </Button>
  );
}
