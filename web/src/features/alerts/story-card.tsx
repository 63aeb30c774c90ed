import type { Alert } from '@/features/shared/alert-level';
import { formatDateTime } from '@/lib/format';
import { Card, CardHeader } from '@/ui/layout/card';
import { Fact } from '@/ui/layout/fact';
import { detailStrings as s } from './strings';

/** Since when, and how it ended. */
export function StoryCard({ alert }: { alert: Alert }) {
  const { createdAt, updatedAt, snoozedUntil, resolvedAt, resolvedBy, resolution } = alert;
  return (
    <Card aria-labelledby="alert-story">
      <CardHeader id="alert-story" title={s.story} />
      <dl className="ruled border-t border-line px-4 py-1">
        <Fact label={s.opened}>{formatDateTime(createdAt)}</Fact>
        {updatedAt === createdAt ? null : <Fact label={s.changed}>{formatDateTime(updatedAt)}</Fact>}
        {snoozedUntil === null ? null : <Fact label={s.snoozedUntil}>{formatDateTime(snoozedUntil)}</Fact>}
        {resolvedAt === null ? null : (
          <>
            <Fact label={s.resolvedAt}>{formatDateTime(resolvedAt)}</Fact>
            <Fact label={s.resolvedBy}>{resolvedBy}</Fact>
            <Fact label={s.resolution}>{s.resolutions[resolution]}</Fact>
          </>
        )}
      </dl>
    </Card>
  );
}
