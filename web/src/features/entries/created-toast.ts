import type { QueryClient } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import { showToast } from '@/ui/feedback/toast';
import { deleteEntries, type Entry } from './api';
import { formStrings as s } from './strings';

type Created = {
  entries: Entry[];
  /** Taking an entry back deletes it, which not everybody may. */
  canUndo: boolean;
};

/** Says what came in, and offers the way back. */
export function showCreated(queryClient: QueryClient, { entries, canUndo }: Created) {
  const [only] = entries;
  const units = entries.reduce((sum, entry) => sum + entry.quantity, 0);
  const ids = entries.map(({ id }) => id);
  showToast({
    title: s.created(entries.length),
    description: only && entries.length === 1 ? s.createdText(only.productName, units) : s.createdUnits(units),
    ...(canUndo && { action: { label: s.undo, onClick: () => void undoAndTell(queryClient, ids) } }),
  });
}

async function undoAndTell(queryClient: QueryClient, ids: number[]) {
  try {
    await deleteEntries(queryClient, ids);
    showToast({ title: s.undone(ids.length) });
  } catch (error) {
    showToast({ type: 'error', title: s.undoFailed, description: errorText(error) });
  }
}
