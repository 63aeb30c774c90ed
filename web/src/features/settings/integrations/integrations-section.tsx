import { getRouteApi } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { useCan } from '@/lib/permissions';
import { LoadingPart } from '@/ui/feedback/loading-part';
import { SubscriptionView } from './subscription-view';
import { SubscriptionsCard } from './subscriptions-card';

const route = getRouteApi('/_app/configuracion');

/** What is agreed with other machines, a card for each kind; one of them alone has an address of its own. */
export default function IntegrationsSection({ channels: Channels }: { channels: ComponentType }) {
  const { webhook, tienda } = route.useSearch();
  const canManage = useCan('integrations.manage');
  if (webhook !== undefined && canManage) return <SubscriptionView key={webhook} id={webhook} />;
  return (
    <div className="stack-5">
      <Suspense fallback={<LoadingPart />}>
        <Channels />
        {tienda === undefined && canManage ? <SubscriptionsCard /> : null}
      </Suspense>
    </div>
  );
}
