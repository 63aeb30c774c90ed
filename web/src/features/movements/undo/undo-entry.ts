import type { QueryClient } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import { answer, api } from '@/lib/client';
import { showToast } from '@/ui/feedback/toast';
import type { Movement } from '../api';
import { undoEntryStrings } from '../strings';

const s = undoEntryStrings;

/** An entry moves stock, so everything that shows stock is asked for again as well. */
export function refreshEntries(queryClient: QueryClient) {
  return Promise.all(
    ['entries', 'stock', 'products'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
  );
}

/** Takes back the entry behind a movement, with its document, and offers the way back. */
export async function undoEntryAndTell(
  queryClient: QueryClient,
  { sourceId: id, product, quantity }: Pick<Movement, 'sourceId' | 'product' | 'quantity'>,
) {
  try {
    await answer(api.DELETE('/api/entries/{id}/', { params: { path: { id } } }));
    showToast({
      title: s.undone,
      description: s.undoneText(product, quantity),
      action: { label: s.restore, onClick: () => void restoreEntryAndTell(queryClient, id) },
    });
  } catch (error) {
    showToast({ type: 'error', title: s.undoFailed, description: errorText(error) });
  }
  void refreshEntries(queryClient);
}

/** Brings a deleted entry and its stock back, wherever the person is by then. */
export async function restoreEntryAndTell(queryClient: QueryClient, id: number) {
  try {
    const entry = await answer(api.POST('/api/entries/{id}/restore/', { params: { path: { id } } }));
    showToast({ title: s.restored, description: entry.productName });
  } catch (error) {
    showToast({ type: 'error', title: s.restoreFailed, description: errorText(error) });
  }
  void refreshEntries(queryClient);
}
