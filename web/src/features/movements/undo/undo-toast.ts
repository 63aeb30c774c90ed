import type { QueryClient } from '@tanstack/react-query';
import type { Product } from '@/features/shared/api';
import { errorText } from '@/lib/api-error';
import { showToast } from '@/ui/feedback/toast';
import { undoMovement } from '../api';
import { adjustStrings } from '../strings';

const s = adjustStrings;

type Adjusted = { product: Product; before: number; movementId: number };

/** Says what an adjustment did, and offers the way back. */
export function showAdjusted(queryClient: QueryClient, { product, before, movementId }: Adjusted) {
  showToast({
    title: s.done,
    description: s.doneText(product.name, before, product.currentStock),
    action: { label: s.undo, onClick: () => void undoAndTell(queryClient, movementId) },
  });
}

/** Takes a movement back and says how it went, wherever the person is by then. */
export async function undoAndTell(queryClient: QueryClient, movementId: number) {
  try {
    const product = await undoMovement(queryClient, movementId);
    showToast({ title: s.undone, description: s.undoneText(product.name, product.currentStock) });
  } catch (error) {
    showToast({ type: 'error', title: s.undoFailed, description: errorText(error) });
  }
}
