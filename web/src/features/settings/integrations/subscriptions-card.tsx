import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { ShortList } from '@/ui/list/short-list';
import { type SubscriptionWithSecret, subscriptionsQuery } from './api';
import { SecretDialog } from './secret-dialog';
import { subscriptionStrings as s } from './strings';
import { SubscriptionCard, subscriptionColumns } from './subscription-columns';
import { SubscriptionDialog } from './subscription-dialog';

export function SubscriptionsCard() {
  const query = useQuery(subscriptionsQuery);
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<SubscriptionWithSecret | null>(null);
  // Until it is known whether there are rows it only keeps its place: where there are none it stands below.
  const add = (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      {s.add}
    </Button>
  );
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
          query.data?.results.length === 0 ? null : (
            <span style={{ visibility: query.data ? 'visible' : 'hidden' }}>{add}</span>
          )
        }
        empty={
          <EmptyState icon={Webhook} title={s.emptyTitle} text={s.emptyText} className="pt-8">
            {add}
          </EmptyState>
        }
        table={{
          columns: subscriptionColumns,
          renderCard: (subscription) => <SubscriptionCard subscription={subscription} />,
          skeletons: 1,
          cardHeight: 'h-41.5',
          linkedRows: true,
        }}
      />
      {isAdding ? (
        <SubscriptionDialog subscription={null} onClose={() => setAdding(false)} onAdded={setAdded} />
      ) : null}
      {added ? <SecretDialog made={added} onClose={() => setAdded(null)} /> : null}
    </>
  );
}
