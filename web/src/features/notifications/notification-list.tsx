import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { BellOff, Check } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { cn } from '@/lib/cn';
import { Skeleton } from '@/ui/feedback/skeleton';
import { EmptyState, ErrorBanner, LoadingRegion } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { Ago } from '@/ui/layout/ago';
import { inboxQuery, inboxSize, type Notification, notificationsQuery, useMarkRead } from './api';
import { strings } from './strings';

/** What came before is asked for when a user wants to see it. */
export function NotificationList({ onFollow }: { onFollow: () => void }) {
  const [pages, setPages] = useState(1);
  const { data } = useQuery(inboxQuery);
  return (
    <div className="max-h-[min(28rem,70dvh)] ruled overflow-y-auto">
      {Array.from({ length: pages }, (_, before) => before + 1).map((page) => (
        <NotificationPage key={page} page={page} onFollow={onFollow} />
      ))}
      {data && data.count > pages * inboxSize ? (
        <div className="p-2">
          <Button variant="ghost" size="sm" className="w-full" onClick={() => setPages(pages + 1)}>
            {earlier}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Not among the other texts, because those are loaded with every screen. */
const earlier = 'Ver anteriores';

function NotificationPage({ page, onFollow }: { page: number; onFollow: () => void }) {
  const { data, error, isPending, refetch } = useQuery(notificationsQuery(page));
  return (
    <>
      {error ? (
        <div className="p-3">
          <ErrorBanner title={strings.errorTitle} text={errorText(error)} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {isPending ? <LoadingRows /> : null}
      {data?.count === 0 ? (
        <EmptyState icon={BellOff} title={strings.emptyTitle} text={strings.emptyText} className="py-10" />
      ) : null}
      <ul className="ruled">
        {data?.results.map((notification) => (
          <NotificationItem key={notification.id} notification={notification} onFollow={onFollow} />
        ))}
      </ul>
    </>
  );
}

type NotificationItemProps = { notification: Notification; onFollow: () => void };

function NotificationItem({ notification, onFollow }: NotificationItemProps) {
  const { id, title, message, link, createdAt, isRead } = notification;
  const router = useRouter();
  const markRead = useMarkRead();

  function follow(event: MouseEvent) {
    if (!isRead) markRead.mutate(id);
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onFollow();
    router.history.push(link);
  }

  return (
    <li className="flex gap-3 px-4 py-3">
      <span aria-hidden className={cn('mt-2 size-2 shrink-0 rounded-full', isRead ? 'bg-transparent' : 'bg-accent')} />
      <div className="min-w-0 flex-1">
        <p className={cn('wrap-anywhere', isRead ? 'text-ink-2' : 'font-semibold')}>
          {isRead ? null : <span className="sr-only">{strings.unreadMark} </span>}
          {link.startsWith('/') ? (
            <a href={link} onClick={follow} className="rounded-sm hover:text-accent hover:underline">
              {title}
            </a>
          ) : (
            title
          )}
        </p>
        <p className="text-sm wrap-anywhere text-ink-2">{message}</p>
        <Ago at={createdAt} className="text-xs text-ink-3" />
      </div>
      {isRead ? null : (
        <IconButton
          label={strings.markRead(title)}
          icon={Check}
          size="iconSm"
          busy={markRead.isPending}
          onClick={() => markRead.mutate(id)}
        />
      )}
    </li>
  );
}

function LoadingRows() {
  return (
    <LoadingRegion label={strings.loading} className="ruled">
      {['w-40', 'w-52', 'w-36'].map((width) => (
        <div key={width} className="stack-2.5 px-4 py-4">
          <Skeleton className={width} />
          <Skeleton className="w-full" />
        </div>
      ))}
    </LoadingRegion>
  );
}
