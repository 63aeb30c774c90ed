import type { Alert } from '@/features/shared/alert-level';

/** What an alert is about, as long as it is there to be moved or ordered; a connected shop is no product. */
export function productOf({ productId, productName, productDeleted }: Alert) {
  return productId === null || productDeleted ? null : { id: productId, name: productName };
}
