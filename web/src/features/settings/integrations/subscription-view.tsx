import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { ApiError, errorText } from '@/lib/api-error';
import { Badge } from '@/ui/feedback/badge';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorState, LoadingRegion, Notice } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { BackLink } from '@/ui/layout/back-link';
import { Card } from '@/ui/layout/card';
import { OverlayHost } from '@/ui/overlay/overlay-host';
import { type Subscription, subscriptionQuery } from './api';
import { DispatchLog } from './dispatch-log';
import { dispatchStrings, eventNames, subscriptionStrings } from './strings';
import { SubscriptionMenu } from './subscription-menu';
import { useSendTest } from './use-send-test';

/** One webhook: what it is, how it fares, and everything that was sent to it. */
export function SubscriptionView({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(subscriptionQuery(id));
  return (
    <div className="stack-4">
      <BackLink to="/configuracion" search={{ seccion: 'integraciones' }}>
        {dispatchStrings.back}
      </BackLink>
      {data && !isGone(error) ? (
        <>
          <Facts subscription={data} />
          <DispatchLog subscription={data} />
        </>
      ) : isGone(error) ? (
        <Card>
          <ErrorState title={dispatchStrings.gone} text={dispatchStrings.goneText} />
        </Card>
      ) : error ? (
        <Card>
          <ErrorState
            title={dispatchStrings.loadFailed}
            text={errorText(error)}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        <LoadingRegion label={dispatchStrings.loading}>
          <Card className="stack-3 p-4">
            <Skeleton className="w-48" />
            <Skeleton className="w-80 max-w-full" />
          </Card>
        </LoadingRegion>
      )}
    </div>
  );
}

function isGone(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
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
          <Button busy={test.isPending} onClick={() => void test.send()}>
            <Send aria-hidden />
            {subscriptionStrings.test}
          </Button>
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
