import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { strings } from '@/ui/strings';

type LeaveGuardProps = {
  /** Leaving would lose something. */
  active: boolean;
  /** What would be lost. */
  body: string;
  title?: string;
  /** The verb that leaves all the same. */
  leaveLabel?: string;
};

/** Asks before a change that was not saved is lost, be it by a link, the back button or closing the tab. */
export function LeaveGuard(props: LeaveGuardProps) {
  const { active, body, title = strings.discardTitle, leaveLabel = strings.discard } = props;
  const blocker = useBlocker({
    // A link within the page, such as «Saltar al contenido», leaves nothing.
    shouldBlockFn: ({ current, next }) =>
      active && (next.pathname !== current.pathname || JSON.stringify(next.search) !== JSON.stringify(current.search)),
    enableBeforeUnload: () => active,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={title}
      body={body}
      cancelLabel={strings.keepEditing}
      confirmLabel={leaveLabel}
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
