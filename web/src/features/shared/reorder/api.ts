import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import type { Answer, Body } from '@/lib/api-types';
import { answer, api } from '@/lib/client';
import type { OnceKey } from '@/lib/once-key';
import { showToast } from '@/ui/feedback/toast';
import { reorderStrings as s } from './strings';

export type Proposals = Answer<'/api/purchases/from-forecast/', 'post'>;
export type Proposal = Proposals['orders'][number];
export type ProposedLine = Proposal['lines'][number];
export type Wanted = Proposals['withoutSupplier'][number];
type AssignItem = Body<'/api/products/bulk/suppliers/', 'post'>['items'][number];

/** What would be ordered of whom; without products, of all that is to be ordered. Asking makes nothing. */
export function proposalsQuery(productIds: number[]) {
  return queryOptions({
    queryKey: ['forecasts', 'proposals', productIds],
    queryFn: ({ signal }) =>
      answer(api.POST('/api/purchases/from-forecast/', { body: { productIds, preview: true }, signal })),
    // It is about what is in stock now.
    gcTime: 0,
  });
}

/** Makes a draft for each supplier, with whole packs of these products. */
export async function createDrafts(queryClient: QueryClient, productIds: number[], once: OnceKey): Promise<Proposals> {
  const body = { productIds };
  const made = await answer(api.POST('/api/purchases/from-forecast/', { body, headers: once.headersFor(body) }));
  once.done();
  void queryClient.invalidateQueries({ queryKey: ['purchases'] });
  return made;
}

export function draftsOf({ orders }: Proposals): number[] {
  return orders.flatMap(({ purchaseIds }) => purchaseIds);
}

function refreshAssigned(queryClient: QueryClient) {
  return Promise.all(
    ['suppliers', 'products', 'forecasts'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
  );
}

/** Makes a supplier the preferred one of products, all of them or none, and offers the way back in a toast. */
export async function assignSupplier(queryClient: QueryClient, productIds: Iterable<number>, supplierId: number) {
  const items = [...productIds].map((id) => ({ id, supplierId }));
  const { changed, undo } = await answer(api.POST('/api/products/bulk/suppliers/', { body: { items } }));
  showToast({
    title: s.assigned(changed),
    ...(changed > 0 && { action: { label: s.undo, onClick: () => void undoAssigned(queryClient, undo) } }),
  });
  await refreshAssigned(queryClient);
}

async function undoAssigned(queryClient: QueryClient, items: AssignItem[]) {
  try {
    await answer(api.POST('/api/products/bulk/suppliers/', { body: { items } }));
    showToast({ title: s.undone });
  } catch (error) {
    showToast({ type: 'error', title: s.undoFailed, description: errorText(error) });
  }
  void refreshAssigned(queryClient);
}
