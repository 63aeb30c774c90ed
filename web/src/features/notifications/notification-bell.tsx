import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/form/button';
import { onDemand, type StandInProps } from '@/ui/overlay/on-demand';
import { Tooltip } from '@/ui/overlay/tooltip';
import { inboxQuery } from './api';
import { strings } from './strings';

const shownMax = 99;

/** The bell counts what has not been read, and shows no number when there is nothing. */
export function BellButton(props: ComponentProps<'button'>) {
  const { data } = useQuery(inboxQuery);
  const unread = data?.unread ?? 0;
  return (
    <Tooltip label={strings.title} side="bottom">
      <Button
        variant="ghost"
        size="icon"
        aria-label={unread > 0 ? strings.unread(unread) : strings.title}
        aria-haspopup="dialog"
        className="relative"
        {...props}
      >
        <Bell aria-hidden />
        {unread > 0 ? (
          <span
            aria-hidden
            className={cn(
              'num absolute -top-0.5 -right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-badge px-1',
              'text-[0.625rem] leading-none font-semibold text-on-badge ring-2 ring-surface',
            )}
          >
            {unread > shownMax ? strings.manyUnread : unread}
          </span>
        ) : null}
      </Button>
    </Tooltip>
  );
}

export const NotificationBell = onDemand(
  () => import('./notification-popover'),
  (props: StandInProps) => <BellButton {...props} />,
);
