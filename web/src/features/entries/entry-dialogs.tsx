import { useNavigate } from '@tanstack/react-router';
import { createContext, type ReactNode, Suspense, use, useMemo, useState } from 'react';
import { lazy } from '@/ui/overlay/lazy';
import type { Entry } from './api';
import type { EntriesSearch } from './search';

const DetailsDialog = lazy(() => import('./details-dialog'));
const NewEntryDialog = lazy(() => import('./new-entry-dialog'));
const EditEntryDialog = lazy(() => import('./edit-entry-dialog'));
const DeleteEntryDialog = lazy(() => import('./delete-entry-dialog'));

/** What can be opened; details and the new entry have an address, the rest lives in the page. */
export type EntryDialog =
  | { kind: 'details'; id: number }
  | { kind: 'new' }
  | { kind: 'edit'; entry: Entry }
  | { kind: 'delete'; entry: Entry };

const OpenContext = createContext<(dialog: EntryDialog) => void>(() => undefined);

/** Opens a dialog of the screen, from any row. */
export function useOpenEntry() {
  return use(OpenContext);
}

type EntryDialogsProps = {
  /** What the address asks for. */
  entrada: number | undefined;
  nueva: boolean;
  producto: number | undefined;
  children: ReactNode;
};

export function EntryDialogs({ entrada, nueva, producto, children }: EntryDialogsProps) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<EntryDialog | null>(null);

  const { open, close, closeAddressed } = useMemo(() => {
    function address(next: Pick<EntriesSearch, 'entrada' | 'nueva' | 'producto'>) {
      void navigate({
        to: '.',
        search: (before) => ({ ...before, ...next }),
        replace: true,
        resetScroll: false,
      });
    }
    return {
      open: (next: EntryDialog) => {
        if (next.kind === 'details') address({ entrada: next.id });
        else if (next.kind === 'new') address({ nueva: 'si' });
        else {
          setDialog(next);
          address({ entrada: undefined });
        }
      },
      close: () => setDialog(null),
      closeAddressed: () => address({ entrada: undefined, nueva: undefined, producto: undefined }),
    };
  }, [navigate]);

  return (
    <OpenContext value={open}>
      {children}
      <Suspense>
        {nueva ? <NewEntryDialog productId={producto} onClose={closeAddressed} /> : null}
        {entrada === undefined || nueva ? null : <DetailsDialog id={entrada} onClose={closeAddressed} />}
        {dialog?.kind === 'edit' ? <EditEntryDialog entry={dialog.entry} onClose={close} /> : null}
        {dialog?.kind === 'delete' ? <DeleteEntryDialog entry={dialog.entry} onClose={close} /> : null}
      </Suspense>
    </OpenContext>
  );
}
