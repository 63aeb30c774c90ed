import type { QueryClient } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import { showToast } from '@/ui/feedback/toast';
import { type Transfer, undoTransfer } from '../api';
import { transferStrings as s } from '../strings';

/** Says what was carried where, and offers the way back. */
export function showTransferred(queryClient: QueryClient, transfer: Transfer) {
  const { productName, quantity, fromLocation, toLocation } = transfer;
  showToast({
    title: s.done,
    description: s.doneText(productName, quantity, fromLocation, toLocation),
    action: { label: s.undo, onClick: () => void undoAndTell(queryClient, transfer.id) },
  });
}

async function undoAndTell(queryClient: QueryClient, id: number) {
  try {
    const { productName, fromLocation } = await undoTransfer(queryClient, id);
    showToast({ title: s.undone, description: s.undoneText(productName, fromLocation) });
  } catch (error) {
    showToast({ type: 'error', title: s.undoFailed, description: errorText(error) });
  }
}
