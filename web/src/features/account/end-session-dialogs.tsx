import { useState } from 'react';
import { errorText } from '@/lib/api-error';
import { showToast } from '@/ui/feedback/toast';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { type OpenSession, useEndOtherSessions, useEndSession } from './api';
import { sessionStrings } from './profile-strings';
import { browserName } from './user-agent';

const s = sessionStrings;

type EndSessionDialogProps = { session: OpenSession | null; onClose: () => void; onEnded: () => void };

export function EndSessionDialog({ session, onClose, onEnded }: EndSessionDialogProps) {
  const end = useEndSession();
  // The dialog fades out after it closes, and must not lose its words meanwhile.
  const [shown, setShown] = useState(session);
  if (session && session !== shown) setShown(session);

  function close() {
    end.reset();
    onClose();
  }

  function confirm() {
    if (!session) return;
    end.mutate(session.id, {
      onSuccess: () => {
        showToast({ title: s.ended });
        onEnded();
      },
    });
  }

  return (
    <ConfirmDialog
      open={session !== null}
      onOpenChange={(open) => !open && close()}
      title={s.endTitle(browserName(shown?.userAgent ?? ''))}
      body={s.endText}
      confirmLabel={s.endConfirm}
      busy={end.isPending}
      busyLabel={s.ending}
      error={end.error ? errorText(end.error) : undefined}
      onConfirm={confirm}
    />
  );
}

type EndOtherSessionsDialogProps = { open: boolean; count: number; onClose: () => void; onEnded: () => void };

export function EndOtherSessionsDialog({ open, count, onClose, onEnded }: EndOtherSessionsDialogProps) {
  const end = useEndOtherSessions();

  function close() {
    end.reset();
    onClose();
  }

  function confirm() {
    end.mutate(undefined, {
      onSuccess: () => {
        showToast({ title: s.othersEnded });
        onEnded();
      },
    });
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={s.endOthersTitle}
      body={s.endOthersText(count)}
      confirmLabel={s.endOthersConfirm}
      busy={end.isPending}
      busyLabel={s.ending}
      error={end.error ? errorText(end.error) : undefined}
      onConfirm={confirm}
    />
  );
}
