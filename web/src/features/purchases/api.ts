import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, Body } from '@/lib/api-types';
import { answer, answerWithHeaders, api } from '@/lib/client';
import { type SheetFormat, saveAnswered } from '@/lib/download';
import { fileForm, fileIdentity } from '@/lib/file-form';
import { listFilters } from '@/lib/list-filters';
import { withoutDefaults } from '@/lib/list-search';
import type { OnceKey } from '@/lib/once-key';
import type { paths } from '@/lib/schema';
import { defaultOrdering, type PurchasesSearch } from './search';

export type PurchaseList = Answer<'/api/purchases/', 'get'>;
export type PurchaseRow = PurchaseList['results'][number];
export type Purchase = Answer<'/api/purchases/{id}/', 'get'>;
export type PurchaseLine = Purchase['lines'][number];
export type PurchaseEvent = Purchase['timeline'][number];
export type Receipt = Purchase['receipts'][number];
export type ExtraCost = NonNullable<Purchase['extraCosts']>[number];
export type SupplierReturn = Purchase['returns'][number];
export type NewPurchase = Body<'/api/purchases/', 'post'>;
export type PurchaseChange = Body<'/api/purchases/{id}/', 'patch'>;
export type Sending = Body<'/api/purchases/{id}/send/', 'post'>;
export type Delivery = Body<'/api/purchases/{id}/receive/', 'post'>;
export type NewExtraCost = Body<'/api/purchases/{id}/extra-costs/', 'post'>;
export type NewReturn = Body<'/api/supplier-returns/', 'post'>;
export type PendingRow = Answer<'/api/purchases/pending/', 'get'>['results'][number];
type PurchaseFilters = NonNullable<paths['/api/purchases/']['get']['parameters']['query']>;

export const filters = listFilters<PurchasesSearch>(
  ['buscar', 'estado', 'tarde', 'solo', 'proveedor', ['desde', 'hasta']],
  ['buscar', 'estado', 'tarde', 'solo'],
);

/** The filters of the address in the server's words, without paging. */
export function filtersOf(search: PurchasesSearch): PurchaseFilters {
  const { buscar, estado, tarde, solo, proveedor, desde, hasta, nueva, orden = defaultOrdering } = search;
  return withoutDefaults({
    search: buscar,
    status: estado,
    late: tarde === 'si' ? true : undefined,
    ids: solo?.split(',').map(Number),
    // In the address of a new purchase the supplier is whom to buy from.
    supplier: nueva === undefined ? proveedor : undefined,
    dateFrom: desde,
    dateTo: hasta,
    ordering: orden,
  });
}

/** The description says so, but types alone cannot tell the client: a list is one value with commas. */
const querySerializer = { array: { style: 'form', explode: false } } as const;

export function purchasesQuery(query: PurchaseFilters) {
  return queryOptions({
    queryKey: ['purchases', 'list', query],
    queryFn: ({ signal }) => answer(api.GET('/api/purchases/', { params: { query }, querySerializer, signal })),
    placeholderData: keepPreviousData,
  });
}

export function purchaseQuery(id: number) {
  return queryOptions({
    queryKey: ['purchases', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/api/purchases/{id}/', { params: { path: { id } }, signal })),
  });
}

export function pendingQuery(query: { page: number; limit: number }) {
  return queryOptions({
    queryKey: ['purchases', 'pending', query],
    queryFn: ({ signal }) => answer(api.GET('/api/purchases/pending/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** The supplier that a new purchase begins with. */
export function supplierOfQuery(id: number | undefined) {
  return queryOptions({
    queryKey: ['suppliers', 'one', id ?? 0],
    queryFn: ({ signal }) => answer(api.GET('/api/suppliers/{id}/', { params: { path: { id: id ?? 0 } }, signal })),
    enabled: id !== undefined,
  });
}

/** How a supplier sells one product; nothing when it does not. */
export async function soldBy(supplierId: number, product: { idProduct: number; sku: string }) {
  const { results } = await answer(
    api.GET('/api/suppliers/{id}/products/', {
      params: { path: { id: supplierId }, query: { search: product.sku, limit: 20 } },
    }),
  );
  return results.find(({ productId }) => productId === product.idProduct) ?? null;
}

/** Everything that the filters match, not only the page on screen. */
export async function exportPurchases(filters: PurchaseFilters, format: SheetFormat): Promise<void> {
  await saveAnswered(
    answerWithHeaders(
      api.GET('/api/purchases/export/', {
        params: { query: { ...filters, format } },
        querySerializer,
        parseAs: 'blob',
      }),
    ),
    `compras.${format}`,
  );
}

/** A purchase changes what is on its way, and a receipt the stock and what it is worth. */
function refreshPurchases(queryClient: QueryClient, purchase?: Purchase) {
  if (purchase) queryClient.setQueryData(purchaseQuery(purchase.id).queryKey, purchase);
  return Promise.all(
    ['purchases', 'suppliers', 'products', 'stock', 'entries', 'forecasts'].map((topic) =>
      queryClient.invalidateQueries({ queryKey: [topic] }),
    ),
  );
}

/** Refreshes what a call of this feature changed, also when it was refused: then something else had. */
function useRefresh() {
  const queryClient = useQueryClient();
  return {
    onSuccess: (purchase: Purchase) => void refreshPurchases(queryClient, purchase),
    onError: () => void refreshPurchases(queryClient),
  };
}

function seenAs({ id, version }: { id: number; version: number }) {
  return { path: { id }, header: { 'If-Match': `"v${version}"` } };
}

export function useCreatePurchase() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ purchase, once }: { purchase: NewPurchase; once: OnceKey }) =>
      answer(api.POST('/api/purchases/', { body: purchase, headers: once.headersFor(purchase) })),
    onSuccess: (purchase, { once }) => {
      once.done();
      void refreshPurchases(queryClient, purchase);
    },
  });
}

export function useChangePurchase() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ seen, change }: { seen: Purchase; change: PurchaseChange }) =>
      answer(api.PATCH('/api/purchases/{id}/', { params: seenAs(seen), body: change })),
    ...refresh,
  });
}

export function useRemovePurchase() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => answer(api.DELETE('/api/purchases/{id}/', { params: { path: { id } } })),
    onSuccess: () => void refreshPurchases(queryClient),
  });
}

export function useDuplicatePurchase() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => answer(api.POST('/api/purchases/{id}/duplicate/', { params: { path: { id } } })),
    ...refresh,
  });
}

export function useSendPurchase() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ seen, sending }: { seen: Purchase; sending: Sending }) =>
      answer(api.POST('/api/purchases/{id}/send/', { params: seenAs(seen), body: sending })),
    ...refresh,
  });
}

/** Several drafts, as they were seen: all of them leave, or none. */
export function useSendPurchases() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ seen, sending, once }: { seen: PurchaseRow[]; sending: Sending; once: OnceKey }) => {
      const body = { ...sending, items: seen.map(({ id, version }) => ({ id, version })) };
      return answer(api.POST('/api/purchases/send/', { body, headers: once.headersFor(body) }));
    },
    onSuccess: (_, { once }) => {
      once.done();
      void refreshPurchases(queryClient);
    },
    onError: () => void refreshPurchases(queryClient),
  });
}

/** What a person decides of a purchase as a whole, or of some of its lines. */
export type PurchaseMove = 'draft' | 'cancel' | 'close' | 'reopen';

export function useMovePurchase() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ seen, move, lineIds }: { seen: Purchase; move: PurchaseMove; lineIds?: number[] }) => {
      const params = seenAs(seen);
      if (move === 'draft') return answer(api.POST('/api/purchases/{id}/draft/', { params }));
      if (move === 'cancel') return answer(api.POST('/api/purchases/{id}/cancel/', { params }));
      const body = lineIds === undefined ? {} : { lineIds };
      if (move === 'close') return answer(api.POST('/api/purchases/{id}/close/', { params, body }));
      return answer(api.POST('/api/purchases/{id}/reopen/', { params, body }));
    },
    ...refresh,
  });
}

export function useReceive() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, delivery, once }: { id: number; delivery: Delivery; once: OnceKey }) =>
      answer(
        api.POST('/api/purchases/{id}/receive/', {
          params: { path: { id } },
          body: delivery,
          headers: once.headersFor(delivery),
        }),
      ),
    onSuccess: (_, { once }) => {
      once.done();
      void refreshPurchases(queryClient);
    },
    onError: () => void refreshPurchases(queryClient),
  });
}

/** Takes back what was just received. Not a hook's mutation, because the toast outlives the screen behind it. */
export async function undoReceipt(queryClient: QueryClient, id: number): Promise<void> {
  try {
    await answer(api.POST('/api/receipts/{id}/undo/', { params: { path: { id } } }));
  } finally {
    void refreshPurchases(queryClient);
  }
}

export function useUndoReceipt() {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: (id: number) => undoReceipt(queryClient, id) });
}

/** The document that the supplier gets, as it is now. */
export async function downloadPurchase({ id, number }: Purchase): Promise<void> {
  await saveAnswered(
    answerWithHeaders(api.GET('/api/purchases/{id}/pdf/', { params: { path: { id } }, parseAs: 'blob' })),
    `${number || 'borrador'}.pdf`,
  );
}

/** Keeps a paper with a receipt. The screen that asked may be gone by the time the file has arrived. */
export async function addReceiptFile(queryClient: QueryClient, receiptId: number, file: File, once: OnceKey) {
  const params = { path: { id: receiptId } };
  const headers = once.headersFor(fileIdentity(file));
  await answer(api.POST('/api/receipts/{id}/files/', { params, ...fileForm(file), headers }));
  once.done();
  void queryClient.invalidateQueries({ queryKey: ['purchases'] });
}

type AddedFile = { receiptId: number; file: File; once: OnceKey };

export function useAddReceiptFile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ receiptId, file, once }: AddedFile) => addReceiptFile(queryClient, receiptId, file, once),
  });
}

export function useRemoveReceiptFile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ receiptId, fileId }: { receiptId: number; fileId: number }) =>
      answer(api.DELETE('/api/receipts/{id}/files/{fileId}/', { params: { path: { id: receiptId, fileId } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['purchases'] }),
  });
}

export async function downloadReceiptFile(id: number, fileId: number, name: string): Promise<void> {
  const path = { id, fileId };
  await saveAnswered(
    answerWithHeaders(api.GET('/api/receipts/{id}/files/{fileId}/', { params: { path }, parseAs: 'blob' })),
    name,
  );
}

export function useAddExtraCost() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, cost, once }: { id: number; cost: NewExtraCost; once: OnceKey }) =>
      answer(
        api.POST('/api/purchases/{id}/extra-costs/', {
          params: { path: { id } },
          body: cost,
          headers: once.headersFor(cost),
        }),
      ),
    ...refresh,
  });
}

export function useUndoExtraCost() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, extraId }: { id: number; extraId: number }) =>
      answer(api.POST('/api/purchases/{id}/extra-costs/{extraId}/undo/', { params: { path: { id, extraId } } })),
    ...refresh,
  });
}

export function useReturn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ given, once }: { given: NewReturn; once: OnceKey }) =>
      answer(api.POST('/api/supplier-returns/', { body: given, headers: once.headersFor(given) })),
    onSuccess: (_, { once }) => {
      once.done();
      void refreshPurchases(queryClient);
    },
  });
}

export function useUndoReturn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => answer(api.POST('/api/supplier-returns/{id}/undo/', { params: { path: { id } } })),
    onSuccess: () => void refreshPurchases(queryClient),
  });
}
