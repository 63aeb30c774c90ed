import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormError } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { Popover, PopoverPopup, PopoverTrigger } from '@/ui/overlay/popover';
import { inboxQuery, useMarkAllRead } from './api';
import { BellButton } from './notification-bell';
import { NotificationList } from './notification-list';
import { strings } from './strings';

export default function NotificationPopover() {
  const [open, setOpen] = useState(true);
  const { data } = useQuery(inboxQuery);
  const markAll = useMarkAllRead();
  const hasUnread = (data?.unread ?? 0) > 0;

  return (
    <Popover open={open} onOpenChange={(next) => setOpen(next)}>
      <PopoverTrigger render={<BellButton />} />
      <PopoverPopup
        title={strings.title}
        action={
          hasUnread ? (
            <Button variant="ghost" size="sm" busy={markAll.isPending} onClick={() => markAll.mutate()}>
              {strings.markAllRead}
            </Button>
          ) : null
        }
      >
        {markAll.isError ? <FormError>{strings.markFailed}</FormError> : null}
        <NotificationList onFollow={() => setOpen(false)} />
      </PopoverPopup>
    </Popover>
  );
}
