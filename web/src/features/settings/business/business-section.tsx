import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/lib/api-error';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorState, LoadingRegion } from '@/ui/feedback/states';
import { Card } from '@/ui/layout/card';
import { settingsQuery } from './api';
import { BusinessForm } from './business-form';
import { strings } from './strings';

export default function BusinessSection() {
  const { data, error, refetch } = useQuery(settingsQuery);
  const queryClient = useQueryClient();
  const [round, setRound] = useState(0);

  /** Throws away what was typed and starts from what the server has now. */
  async function startOver() {
    await queryClient.refetchQueries({ queryKey: settingsQuery.queryKey });
    setRound(round + 1);
  }

  if (data) return <BusinessForm key={round} loaded={data} onStartOver={startOver} />;
  if (error) {
    return (
      <Card>
        <ErrorState title={strings.businessError} text={errorText(error)} onRetry={() => void refetch()} />
      </Card>
    );
  }
  return (
    <LoadingRegion label={strings.businessLoading}>
      <Card className="grid gap-5 p-4 sm:grid-cols-2">
        {['name', 'place', 'mail', 'zone', 'sales', 'purchase'].map((field) => (
          <div key={field} className="stack-2">
            <Skeleton className="w-28" />
            <Skeleton className="h-10" />
          </div>
        ))}
      </Card>
    </LoadingRegion>
  );
}
