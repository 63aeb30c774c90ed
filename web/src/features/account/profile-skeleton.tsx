import { Card } from '@/ui/card';
import { Skeleton } from '@/ui/skeleton';
import { LoadingRegion } from '@/ui/states';
import { strings } from './strings';

/** The cards of the profile with grey lines where the words will be. */
export function ProfileSkeleton() {
  return (
    <LoadingRegion label={strings.profile.loading} className="space-y-5">
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_22rem]">
        <SkeletonCard rows={7} />
        <div className="grid gap-5 sm:max-lg:grid-cols-2">
          <SkeletonCard rows={4} />
          <SkeletonCard rows={1} />
        </div>
      </div>
      <SkeletonCard rows={2} />
    </LoadingRegion>
  );
}

function SkeletonCard({ rows }: { rows: number }) {
  return (
    <Card className="space-y-6 p-4">
      <Skeleton className="h-4 w-48" />
      {Array.from({ length: rows }, (_, row) => (
        <div key={String(row)} className="grid grid-cols-[8rem_1fr] gap-4">
          <Skeleton className="w-24" />
          <Skeleton className="w-2/3" />
        </div>
      ))}
    </Card>
  );
}
