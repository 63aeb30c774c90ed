import { strings } from '@/ui/strings';
import { Skeleton } from './skeleton';
import { LoadingRegion } from './states';

/** Stands where a part of a page will be whose program is still on its way, before it can draw its own shapes. */
export function LoadingPart() {
  return (
    <LoadingRegion label={strings.loading} className="stack-4">
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-40 w-full" />
    </LoadingRegion>
  );
}
