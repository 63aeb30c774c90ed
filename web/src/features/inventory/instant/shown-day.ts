import { formatDate } from '@/lib/format';

/** A day as people write it; noon is the same day in nearly every zone. */
export function shownDay(day: string): string {
  return formatDate(`${day}T12:00:00Z`);
}
