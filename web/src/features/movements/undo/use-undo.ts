import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '@/lib/permissions';
import type { Movement } from '../api';
import { undoEntryAndTell } from './undo-entry';
import { undoAndTell } from './undo-toast';

/**
 * What is undone with a movement, and once: itself, if it was made by hand, or the entry that it stands for. Other
 * documents are undone where they are.
 */
export function wayBack({
  type,
  source,
  undoOf,
  undone,
}: Pick<Movement, 'type' | 'source' | 'undoOf' | 'undone'>): 'movement' | 'entry' | null {
  if (undoOf !== 0 || undone || type === 'valor') return null;
  if (source === 'manual') return 'movement';
  return source === 'entry' ? 'entry' : null;
}

/** Taking a movement back, where this person may. */
export function useUndo(movement: Movement) {
  const queryClient = useQueryClient();
  const may = { movement: useCan('stock.adjust'), entry: useCan('entries.delete') };
  const [isBusy, setBusy] = useState(false);
  const way = wayBack(movement);

  async function undo() {
    setBusy(true);
    await (way === 'entry' ? undoEntryAndTell(queryClient, movement) : undoAndTell(queryClient, movement.id));
    setBusy(false);
  }

  return { isOffered: way !== null && may[way], isBusy, undo: () => void undo() };
}
