import { formatDateTime } from '@/lib/format';
import { Card, CardHeader } from '@/ui/layout/card';
import type { PurchaseEvent } from './api';
import { detailStrings as s } from './strings';

/** What happened to the purchase, who did it and when. */
export function TimelineCard({ events }: { events: PurchaseEvent[] }) {
  return (
    <Card aria-labelledby="purchase-timeline">
      <CardHeader id="purchase-timeline" title={s.timeline} />
      <ol className="ruled border-t border-line">
        {events.map((event) => (
          <li key={event.id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2.5">
            <div className="min-w-0">
              <p className="font-medium">{s.events[event.kind] ?? event.statusName}</p>
              {event.detail === '' ? null : <p className="text-sm text-ink-2 wrap-anywhere">{event.detail}</p>}
            </div>
            <p className="num text-xs text-ink-3">
              {event.userId === 0 ? s.system : event.user} ·{' '}
              <time dateTime={event.createdAt}>{formatDateTime(event.createdAt)}</time>
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
