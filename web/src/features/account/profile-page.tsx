import { useQuery } from '@tanstack/react-query';
import { formatTime } from '@/lib/format';
import { ErrorBanner, ErrorState } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { PageHeader } from '@/ui/layout/page-header';
import { AccountCard } from './account-card';
import { profileQuery } from './api';
import { PersonalCard } from './personal-card';
import { profileLoadErrorText } from './profile-errors';
import { AccountSkeleton, PersonalSkeleton } from './profile-skeleton';
import { profileErrorStrings, profileStrings } from './profile-strings';
import { QuickActionsCard } from './quick-actions-card';
import { SessionsCard } from './sessions-card';

const s = profileStrings;

export function ProfilePage() {
  return (
    <>
      <PageHeader title={s.title} subtitle={s.subtitle} />
      <ProfileContent />
    </>
  );
}

function ProfileContent() {
  const { data, error, isPending, refetch, dataUpdatedAt } = useQuery(profileQuery);
  if (!data && !isPending) return <ProfileFailed error={error} onRetry={() => void refetch()} />;
  return (
    <div className="stack-5">
      {data && error ? (
        <ErrorBanner
          title={s.staleErrorTitle}
          text={s.staleErrorText(profileLoadErrorText(error), formatTime(dataUpdatedAt))}
          onRetry={() => void refetch()}
        />
      ) : null}
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_22rem]">
        {data ? <PersonalCard loaded={data} /> : <PersonalSkeleton />}
        <div className="grid gap-5 sm:max-lg:grid-cols-2">
          {data ? <AccountCard profile={data.profile} /> : <AccountSkeleton />}
          <QuickActionsCard />
        </div>
      </div>
      <SessionsCard />
    </div>
  );
}

/** The screen's own sentence first, then what exactly happened. */
function ProfileFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Card>
      <ErrorState
        title={s.loadErrorTitle}
        text={`${profileErrorStrings.profileScreen} ${profileLoadErrorText(error)}`}
        onRetry={onRetry}
      >
        <Button onClick={() => window.location.reload()}>{s.reload}</Button>
      </ErrorState>
    </Card>
  );
}
