import { cn } from '@/lib/cn';

/** A grey shape where something will be. It waits 200 ms before it shows, so that fast answers do not flicker. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('skeleton h-3', className)} />;
}
