import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/lib/api-error';
import { Button } from '@/ui/button';
import { Card, CardHeader } from '@/ui/card';
import { DataTable } from '@/ui/data-table';
import { EmptyState, ErrorBanner, LoadingRegion } from '@/ui/states';
import { SecretDialog } from './secret-dialog';
import { type SubscriptionWithSecret, subscriptionsQuery } from './subscription-api';
import { SubscriptionCard, subscriptionColumns } from './subscription-columns';
import { SubscriptionDialog } from './subscription-dialog';
import { subscriptionStrings as s } from './subscription-strings';

export function SubscriptionsCard() {
  const { data, error, refetch } = useQuery(subscriptionsQuery);
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<SubscriptionWithSecret | null>(null);
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      {s.add}
    </Button>
  );
  const table = (
    <DataTable
      label={s.list}
      columns={subscriptionColumns}
      rows={data?.results ?? []}
      rowId={({ id }) => String(id)}
      renderCard={(subscription) => <SubscriptionCard subscription={subscription} />}
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
      <Card aria-labelledby="subscriptions">
        <CardHeader
          id="subscriptions"
          title={s.title}
          description={s.hint}
          action={data && data.count > 0 ? add : null}
        />
        {data?.count === 0 ? (
          <EmptyState icon={Webhook} title={s.emptyTitle} text={s.emptyText} className="pt-8">
            {add}
          </EmptyState>
        ) : data ? (
          table
        ) : error ? null : (
          <LoadingRegion label={s.loading}>{table}</LoadingRegion>
        )}
      </Card>
      {isAdding ? (
        <SubscriptionDialog subscription={null} onClose={() => setAdding(false)} onAdded={setAdded} />
      ) : null}
      {added ? <SecretDialog made={added} onClose={() => setAdded(null)} /> : null}
    </>
  );
}
