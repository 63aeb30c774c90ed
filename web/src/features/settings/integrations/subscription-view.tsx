import { useQuery } from '@tanstack/react-query';
import { ConnectionView, TestButton } from '@/features/shared/connection/connection-view';
import { Badge } from '@/ui/feedback/badge';
import { Notice } from '@/ui/feedback/states';
import { Card } from '@/ui/layout/card';
import { OverlayHost } from '@/ui/overlay/overlay-host';
import { type Subscription, subscriptionQuery } from './api';
import { DispatchLog } from './dispatch-log';
import { dispatchStrings, eventNames, subscriptionStrings } from './strings';
import { SubscriptionMenu } from './subscription-menu';
import { useSendTest } from './use-send-test';

/** One webhook: what it is, how it fares, and everything that was sent to it. */
export function SubscriptionView({ id }: { id: number }) {
  const query = useQuery(subscriptionQuery(id));
  return (
    <ConnectionView query={query} words={dispatchStrings}>
      {(subscription) => (
        <>
          <Facts subscription={subscription} />
          <DispatchLog subscription={subscription} />
        </>
      )}
    </ConnectionView>
  );
}

function Facts({ subscription }: { subscription: Subscription }) {
  const { name, url, events, isActive, stoppedReason, failingSince } = subscription;
  const test = useSendTest(subscription);
  return (
    <Card aria-labelledby="subscription" className="stack-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id="subscription" className="text-lg font-semibold wrap-anywhere">
              {name}
            </h2>
            <Badge tone={isActive ? 'ok' : 'mute'}>
              {isActive ? subscriptionStrings.active : subscriptionStrings.inactive}
            </Badge>
          </div>
          <p className="font-mono text-sm text-ink-2 wrap-anywhere">{url}</p>
        </div>
        <div className="flex gap-2">
          <TestButton test={test} label={subscriptionStrings.test} />
          <OverlayHost>
            <SubscriptionMenu subscription={subscription} />
          </OverlayHost>
        </div>
      </div>
      <ul className="flex flex-wrap gap-1.5">
        {events.map((event) => (
          <li key={event}>
            <Badge tone="info">{eventNames[event]}</Badge>
          </li>
        ))}
      </ul>
      {stoppedReason === '' ? null : (
        <Notice tone="low" title={dispatchStrings.stopped}>
          {stoppedReason}
        </Notice>
      )}
      {failingSince && stoppedReason === '' ? (
        <Notice tone="low" title={dispatchStrings.failing}>
          {dispatchStrings.failingText(failingSince)}
        </Notice>
      ) : null}
    </Card>
  );
}
