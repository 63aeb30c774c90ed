import { moneyText } from '@/lib/money';
import type { Address, OrderChange, OrderDetail } from './api';
import { addressFields, itemOf, type OrderValues } from './order-form';

type Order = Pick<
  OrderDetail,
  'status' | 'webhookData' | 'customerName' | 'customerEmail' | 'notes' | 'locationId' | 'currency' | 'items'
> & { shippingAddress: Address; billingAddress: Address };

/** What has left can no longer be written anew; only its notes can. */
export function isOpen({ status }: Pick<OrderDetail, 'status'>): boolean {
  return status === 'pending' || status === 'processing';
}

export function cameFromShop({ webhookData: { source } }: Pick<OrderDetail, 'webhookData'>): boolean {
  return source !== 'manual' && source !== 'import';
}

/** Lines change until a user begins to pack them, and those of a shop change in the shop. */
export function hasOpenLines(order: Pick<OrderDetail, 'status' | 'webhookData'>): boolean {
  return order.status === 'pending' && !cameFromShop(order);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function trimmed(address: Address): Address {
  const parts = addressFields.map((field) => [field, address[field].trim()]);
  return Object.fromEntries(parts) as Address;
}

/** The order as its form shows it. */
export function valuesOf(order: Order): OrderValues {
  const shippingAddress = trimmed(order.shippingAddress);
  const billingAddress = trimmed(order.billingAddress);
  return {
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    notes: order.notes,
    locationId: String(order.locationId),
    shippingAddress,
    billingAddress,
    sameAddress: same(shippingAddress, billingAddress),
    items: order.items.map((kept) => ({
      productId: null,
      quantity: String(kept.quantity),
      unitPrice: moneyText(kept.unitPrice, order.currency),
      kept,
    })),
  };
}

/** Only what was changed is sent: what is left alone keeps whatever another user may have written. */
export function changeOf(seen: Order, values: OrderValues): OrderChange {
  const before = valuesOf(seen);
  const name = values.customerName.trim();
  const email = values.customerEmail.trim();
  const notes = values.notes.trim();
  const shipping = trimmed(values.shippingAddress);
  const billing = values.sameAddress ? shipping : trimmed(values.billingAddress);
  const items = values.items.map(itemOf);
  return {
    ...(name !== before.customerName && { customerName: name }),
    ...(email !== before.customerEmail && { customerEmail: email }),
    ...(notes !== before.notes && { notes }),
    ...(!same(shipping, before.shippingAddress) && { shippingAddress: shipping }),
    ...(!same(billing, before.billingAddress) && { billingAddress: billing }),
    ...(!same(items, before.items.map(itemOf)) && { items }),
  };
}

/**
 * What the form shows after another user was faster: each part that was typed stays as it was typed, and the
 * rest is the order of now.
 */
export function mergeTyped(seen: Order, typed: OrderValues, now: Order): OrderValues {
  const before = valuesOf(seen);
  const current = valuesOf(now);
  const mine = (Object.keys(current) as (keyof OrderValues)[]).filter((part) => !same(typed[part], before[part]));
  return { ...current, ...Object.fromEntries(mine.map((part) => [part, typed[part]])) };
}
