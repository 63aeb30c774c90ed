import { LoaderCircle } from 'lucide-react';
import { cn } from '@/lib/cn';

/** Decorative: whatever is being waited for is said in words beside it. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn('size-4 animate-spin', className)} />;
}
