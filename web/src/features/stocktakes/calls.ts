import { answer, api } from '@/lib/client';
import type { PendingWhat } from './pending';

type Keyed<What> = What & { key: string };

export function sendCount({
  stocktakeId: id,
  productId,
  counted,
  key,
}: Keyed<Extract<PendingWhat, { kind: 'count' }>>) {
  return answer(
    api.PUT('/api/stocktakes/{id}/lines/{productId}/', {
      params: { path: { id, productId } },
      body: { counted },
      headers: { 'Idempotency-Key': key },
    }),
  );
}

export function sendScan({ stocktakeId: id, code, quantity, key }: Keyed<Extract<PendingWhat, { kind: 'scan' }>>) {
  return answer(
    api.POST('/api/stocktakes/{id}/scan/', {
      params: { path: { id } },
      body: { code, quantity },
      headers: { 'Idempotency-Key': key },
    }),
  );
}
