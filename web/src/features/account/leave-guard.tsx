import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '@/ui/confirm-dialog';
import { strings } from './strings';

const s = strings.profile;

/** Asks before a change that was not saved is lost, be it by a link, the back button or closing the tab. */
export function LeaveGuard({ active }: { active: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => active && next.pathname !== current.pathname,
    enableBeforeUnload: () => active,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={s.leaveTitle}
      body={s.leaveText}
      cancelLabel={s.stay}
      confirmLabel={s.leave}
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
