import type { QueryClient } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import type { Body } from '@/lib/api-types';
import { answer, api } from '@/lib/client';
import { showToast } from '@/ui/feedback/toast';
import { refreshProducts } from '../api';
import { bulkStrings as s } from './strings';

type BulkItem = Body<'/api/products/bulk/', 'post'>['items'][number];

/** What a bulk change does to every product of the selection. */
export type BulkChange = Omit<BulkItem, 'id'>;

/** Changes all the products or none, and offers the way back in a toast. */
export async function changeProducts(queryClient: QueryClient, ids: Iterable<number>, change: BulkChange) {
  const items = [...ids].map((id) => ({ id, ...change }));
  const { changed, undo } = await answer(api.POST('/api/products/bulk/', { body: { items } }));
  void refreshProducts(queryClient);
  showToast({
    title: change.deleted ? s.deleted(changed) : s.changed(changed),
    ...(changed > 0 && {
      action: { label: s.undo, onClick: () => void undoChange(queryClient, undo as BulkItem[]) },
    }),
  });
}

async function undoChange(queryClient: QueryClient, items: BulkItem[]) {
  try {
    await answer(api.POST('/api/products/bulk/', { body: { items } }));
    showToast({ title: s.undone });
  } catch (error) {
    showToast({ type: 'error', title: s.undoFailed, description: errorText(error) });
  }
  void refreshProducts(queryClient);
}
