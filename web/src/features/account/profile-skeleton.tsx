import type { ReactNode } from 'react';
import { Skeleton } from '@/ui/feedback/skeleton';
import { LoadingRegion } from '@/ui/feedback/states';
import { Card, CardHeader } from '@/ui/layout/card';
import { Detail, DetailList } from './detail-list';
import { profileStrings } from './profile-strings';
import { strings } from './strings';

const s = profileStrings;
const f = strings.fields;

const personalTerms = [f.firstName, f.middleName, f.lastName, f.secondLastName, f.email, f.username, f.dni];
const accountTerms = [s.joined, s.lastLogin, s.status, s.roles];

/** The cards with the words that are already known, and grey where the person's own will be. */
export function PersonalSkeleton() {
  return (
    <LoadingRegion label={s.loading}>
      <SkeletonCard title={s.personal} terms={personalTerms} className="pb-4">
        <div className="flex items-center gap-4 pt-2.5 pb-4 pointer-coarse:pt-4.5">
          <Skeleton className="h-14 w-14 shrink-0 rounded-full" />
          <div className="flex-1 stack-3">
            <Skeleton className="w-1/3" />
            <Skeleton className="w-1/4" />
          </div>
        </div>
      </SkeletonCard>
    </LoadingRegion>
  );
}

export function AccountSkeleton() {
  return <SkeletonCard title={s.account} terms={accountTerms} className="pb-1.5" />;
}

type SkeletonCardProps = { title: string; terms: string[]; className: string; children?: ReactNode };

function SkeletonCard({ title, terms, className, children }: SkeletonCardProps) {
  return (
    <Card aria-hidden>
      <CardHeader title={title} />
      <div className={`px-4 ${className}`}>
        {children}
        <DetailList>
          {terms.map((term) => (
            <Detail key={term} term={term}>
              <Skeleton className="my-[5px] w-2/5" />
            </Detail>
          ))}
        </DetailList>
      </div>
    </Card>
  );
}
