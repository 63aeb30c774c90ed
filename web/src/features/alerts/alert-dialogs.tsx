import { createContext, type ReactNode, Suspense, use, useState } from 'react';
import type { Alert } from '@/features/shared/alert-level';
import { lazy } from '@/ui/overlay/lazy';

const NoteDialog = lazy(() => import('./note-dialog'));
const ResolveDialog = lazy(() => import('./resolve-dialog'));
const SnoozeDialog = lazy(() => import('./snooze-dialog'));
const AdjustAlerted = lazy(() => import('./adjust-alerted'));

export type AlertDialog = { kind: 'note' | 'resolve' | 'snooze' | 'adjust'; alert: Alert };

const OpenContext = createContext<(dialog: AlertDialog) => void>(() => undefined);

/** Opens a dialog about an alert, from any row. */
export function useOpenAlert() {
  return use(OpenContext);
}

/** The dialogs of a screen with alerts. */
export function AlertDialogs({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<AlertDialog | null>(null);
  const close = () => setDialog(null);
  return (
    <OpenContext value={setDialog}>
      {children}
      <Suspense>
        {dialog?.kind === 'note' ? <NoteDialog alert={dialog.alert} onClose={close} /> : null}
        {dialog?.kind === 'resolve' ? <ResolveDialog alert={dialog.alert} onClose={close} /> : null}
        {dialog?.kind === 'snooze' ? <SnoozeDialog alert={dialog.alert} onClose={close} /> : null}
        {dialog?.kind === 'adjust' && dialog.alert.productId !== null ? (
          <AdjustAlerted productId={dialog.alert.productId} onClose={close} />
        ) : null}
      </Suspense>
    </OpenContext>
  );
}
