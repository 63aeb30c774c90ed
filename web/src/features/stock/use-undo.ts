import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '@/lib/permissions';
import type { Movement } from './api';
import { undoAndTell } from './undo-toast';

/** Only what was done by hand can be taken back by itself, and once; the rest is undone with its document. */
export function isUndoable({
  source,
  undoOf,
  undone,
}: Pick<Movement, 'source' | 'undoOf' | 'undone'>): boolean {
  return source === 'manual' && undoOf === 0 && !undone;
}

/** Taking a movement back, where this person may. */
export function useUndo(movement: Movement) {
  const queryClient = useQueryClient();
  const canAdjust = useCan('stock.adjust');
  const [isBusy, setBusy] = useState(false);

  async function undo() {
    setBusy(true);
    await undoAndTell(queryClient, movement.id);
    setBusy(false);
  }

  return { isOffered: canAdjust && isUndoable(movement), isBusy, undo: () => void undo() };
}
