import type { Product } from '@/features/shared/api';
import { parseWhole } from '@/lib/parse-whole';
import type { Delivery, PurchaseLine } from './api';

/** What comes of one product: by a line of the purchase, or without one when it was not ordered. */
export type Arriving = {
  key: string;
  lineId: number | null;
  productId: number;
  name: string;
  sku: string;
  supplierSku: string;
  pending: number;
  accepted: string;
  rejected: string;
};

/** What is still to come, with nothing of it here yet. */
export function arrivingOf(lines: PurchaseLine[]): Arriving[] {
  return lines
    .filter((line) => line.pending > 0)
    .map((line) => ({
      key: `line ${line.id}`,
      lineId: line.id,
      productId: line.productId,
      name: line.name,
      sku: line.sku,
      supplierSku: line.supplierSku,
      pending: line.pending,
      accepted: '',
      rejected: '',
    }));
}

export function unitsOf(text: string): number {
  return parseWhole(text) ?? 0;
}

/**
 * One more unit of a product, as by a scan. It goes where something is still missing; a product that nobody ordered
 * gets a line of its own.
 */
export function withOneMore(all: Arriving[], product: Pick<Product, 'idProduct' | 'name' | 'sku'>): Arriving[] {
  const own = all.filter(({ productId }) => productId === product.idProduct);
  const wanting = own.find((one) => unitsOf(one.accepted) + unitsOf(one.rejected) < one.pending) ?? own[0];
  if (wanting) {
    return all.map((one) => (one === wanting ? { ...one, accepted: String(unitsOf(one.accepted) + 1) } : one));
  }
  const { idProduct, name, sku } = product;
  const added = { lineId: null, productId: idProduct, name, sku, supplierSku: '', pending: 0 };
  return [...all, { key: `product ${idProduct}`, ...added, accepted: '1', rejected: '' }];
}

export function totalOf(all: Arriving[]): { accepted: number; rejected: number } {
  return {
    accepted: all.reduce((sum, one) => sum + unitsOf(one.accepted), 0),
    rejected: all.reduce((sum, one) => sum + unitsOf(one.rejected), 0),
  };
}

/** What came as the server takes it; what nothing came of is left out. */
export function deliveredOf(all: Arriving[]): Delivery['lines'] {
  return all
    .filter((one) => unitsOf(one.accepted) + unitsOf(one.rejected) > 0)
    .map((one) => ({
      ...(one.lineId === null ? { productId: one.productId } : { lineId: one.lineId }),
      accepted: unitsOf(one.accepted),
      rejected: unitsOf(one.rejected),
    }));
}
