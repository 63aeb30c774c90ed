import { Monitor, Smartphone } from 'lucide-react';
import { formatDateTime, formatRelative } from '@/lib/format';
import { Badge } from '@/ui/feedback/badge';
import { Button } from '@/ui/form/button';
import type { OpenSession } from './api';
import { sessionStrings } from './profile-strings';
import { browserName, isPhone } from './user-agent';

const s = sessionStrings;

export function SessionRow({ session, onEnd }: { session: OpenSession; onEnd: () => void }) {
  const name = browserName(session.userAgent);
  const Device = isPhone(session.userAgent) ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-md bg-surface-2 text-ink-2">
        <Device aria-hidden className="size-4.5" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          {session.current ? <Badge tone="info">{s.current}</Badge> : null}
        </p>
        <SessionTimes session={session} />
      </div>
      {session.current ? null : (
        <Button size="sm" aria-label={s.endOf(name)} onClick={onEnd}>
          {s.end}
        </Button>
      )}
    </li>
  );
}

function SessionTimes({ session }: { session: OpenSession }) {
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-ink-2">
      <span title={formatDateTime(session.lastSeenAt)}>
        {session.current ? s.seenNow : s.seen(formatRelative(session.lastSeenAt))}
      </span>
      <span className="num">{s.opened(formatDateTime(session.createdAt))}</span>
      {session.address === '' ? null : <span className="num wrap-anywhere">{session.address}</span>}
    </p>
  );
}
