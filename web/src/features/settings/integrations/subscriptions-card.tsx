import { useQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { ConnectionsCard } from '@/features/shared/connection/connections-card';
import { type Subscription, type SubscriptionWithSecret, subscriptionsQuery } from './api';
import { subscriptionStrings as s } from './strings';
import { SubscriptionCard, subscriptionColumns } from './subscription-columns';
import { SubscriptionDialog } from './subscription-dialog';
import { SubscriptionSecretDialog } from './subscription-secret-dialog';

export function SubscriptionsCard() {
  const query = useQuery(subscriptionsQuery);
  return (
    <ConnectionsCard<Subscription, SubscriptionWithSecret>
      query={query}
      words={s}
      icon={Webhook}
      canAdd
      table={{
        columns: subscriptionColumns,
        renderCard: (subscription) => <SubscriptionCard subscription={subscription} />,
        skeletons: 1,
        cardHeight: 'h-41.5',
      }}
      renderNew={(close, onAdded) => <SubscriptionDialog subscription={null} onClose={close} onAdded={onAdded} />}
      renderMade={(made, close) => <SubscriptionSecretDialog made={made} onClose={close} />}
    />
  );
}
