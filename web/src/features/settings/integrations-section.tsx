import { getRouteApi } from '@tanstack/react-router';
import { SubscriptionView } from './subscription-view';
import { SubscriptionsCard } from './subscriptions-card';

const route = getRouteApi('/_app/configuracion');

/** What is agreed with other machines, a card for each kind; one of them alone has an address of its own. */
export default function IntegrationsSection() {
  const { webhook } = route.useSearch();
  if (webhook !== undefined) return <SubscriptionView key={webhook} id={webhook} />;
  return (
    <div className="space-y-5">
      <SubscriptionsCard />
    </div>
  );
}
