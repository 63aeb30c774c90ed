import { formatDate, formatTime } from '@/lib/format';

/** The day of something and, below it, the hour. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="num block leading-tight whitespace-nowrap">
      <span className="block">{formatDate(at)}</span>
      <span className="block text-xs text-ink-3">{formatTime(at)}</span>
    </time>
  );
}
