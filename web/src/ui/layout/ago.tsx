import { formatDateTime, formatRelative } from '@/lib/format';
import { useClock } from '@/lib/use-clock';

/** How long ago something was, in words that stay true while the page is open; under the pointer, when exactly. */
export function Ago({ at, className }: { at: string; className?: string }) {
  useClock();
  return (
    <time dateTime={at} title={formatDateTime(at)} className={className}>
      {formatRelative(at)}
    </time>
  );
}
