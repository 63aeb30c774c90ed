import type { Product } from '@/features/shared/api';
import { checkQuantity } from '@/features/shared/check-quantity';
import { type FormRules, filled, lines, rulesFor } from '@/lib/checked-form';
import { parseMoney } from '@/lib/money';
import { parseWhole } from '@/lib/parse-whole';
import type { Address, NewOrder, OrderItem } from './api';
import { formStrings as s } from './form-strings';

/** A product stands under the name that the server gives its messages about it. */
export type LineValues = {
  productId: Product | null;
  quantity: string;
  unitPrice: string;
  /** The line that the order has already; its product stays. */
  kept?: OrderItem;
};

export type OrderValues = {
  customerName: string;
  customerEmail: string;
  notes: string;
  locationId: string;
  shippingAddress: Address;
  billingAddress: Address;
  /** The invoice goes where the goods go. */
  sameAddress: boolean;
  items: LineValues[];
};

export const addressFields = ['street', 'postalCode', 'city', 'state', 'country', 'phone'] as const;
const emptyAddress: Address = { street: '', postalCode: '', city: '', state: '', country: '', phone: '' };
export const emptyLine: LineValues = { productId: null, quantity: '', unitPrice: '' };

export const emptyOrder: OrderValues = {
  customerName: '',
  customerEmail: '',
  notes: '',
  locationId: '',
  shippingAddress: emptyAddress,
  billingAddress: emptyAddress,
  sameAddress: true,
  items: [emptyLine],
};

/** What the form checks of an order: only what it shows can be put right there. */
export function orderRules(shown: { customer: boolean; lines: boolean }): FormRules<OrderValues> {
  return rulesFor<OrderValues>({
    ...(shown.customer && { customerName: filled(s.customerRequired) }),
    ...(shown.lines && {
      items: lines<LineValues>(({ productId, kept, quantity, unitPrice }) => ({
        productId: kept !== undefined || productId !== null || s.productRequired,
        quantity: checkQuantity(quantity),
        unitPrice: parseMoney(unitPrice) !== null || s.priceInvalid,
      })),
    }),
  });
}

/** A line that nobody has touched is not sent. */
export function isBlank({ productId, quantity, unitPrice, kept }: LineValues): boolean {
  return !kept && productId === null && quantity.trim() === '' && unitPrice.trim() === '';
}

function written(address: Address): Partial<Address> | undefined {
  const parts = Object.entries(address).filter(([, text]) => text.trim() !== '');
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

/** The order as the server takes it, without what was left empty. */
export function orderOf(values: OrderValues): NewOrder {
  const email = values.customerEmail.trim();
  const notes = values.notes.trim();
  const shippingAddress = written(values.shippingAddress);
  const billingAddress = values.sameAddress ? shippingAddress : written(values.billingAddress);
  return {
    customerName: values.customerName.trim(),
    ...(email !== '' && { customerEmail: email }),
    ...(shippingAddress && { shippingAddress }),
    ...(billingAddress && { billingAddress }),
    ...(notes !== '' && { notes }),
    ...(values.locationId !== '' && { locationId: Number(values.locationId) }),
    items: values.items.map(itemOf),
  };
}

/** A line as the server takes it. */
export function itemOf(line: LineValues): NewOrder['items'][number] {
  return {
    productId: productOf(line) ?? 0,
    quantity: parseWhole(line.quantity) ?? 0,
    unitPrice: parseMoney(line.unitPrice) ?? 0,
  };
}

function productOf({ productId, kept }: LineValues): number | null {
  return kept ? kept.productId : (productId?.idProduct ?? null);
}

type LineField = `items.${number}.${keyof LineValues}`;
type TextField = 'customerName' | 'customerEmail' | 'notes' | 'locationId';

const lineFields: readonly string[] = ['productId', 'quantity', 'unitPrice'];
const textFields: readonly string[] = ['customerName', 'customerEmail', 'notes', 'locationId'];

/** The field of the form that a message of the server («items[2].quantity») is about; null when it is none. */
export function formField(serverField: string): LineField | TextField | null {
  const [, line = '', field = ''] = /^items\[(\d+)\]\.(\w+)$/.exec(serverField) ?? [];
  if (lineFields.includes(field)) return `items.${Number(line)}.${field as keyof LineValues}`;
  return textFields.includes(serverField) ? (serverField as TextField) : null;
}

/** No currency has more than four decimals. */
const partsOfUnit = 10_000;

/** How many units the lines ask for, and what they come to, added up in whole parts so that nothing is lost. */
export function sumOf(lines: LineValues[]): { units: number; total: number } {
  let units = 0;
  let parts = 0;
  for (const { quantity, unitPrice } of lines) {
    const count = parseWhole(quantity) ?? 0;
    units += count;
    parts += count * Math.round((parseMoney(unitPrice) ?? 0) * partsOfUnit);
  }
  return { units, total: parts / partsOfUnit };
}

export type Lacking = { available: number; lacking: number };

/**
 * What the stock will lack for a line, said at the last line of its product: lines of the same product are
 * looked at together, as the server does. What the order itself has reserved already is free for it.
 */
export function lackingAt(lines: LineValues[], index: number): Lacking | null {
  const product = lines[index]?.productId;
  if (!product) return null;
  const same = lines.flatMap((line, at) => (productOf(line) === product.idProduct ? [at] : []));
  if (same.at(-1) !== index) return null;
  const sum = (units: (line: LineValues | undefined) => number) =>
    same.reduce((total, at) => total + units(lines[at]), 0);
  const wanted = sum((line) => parseWhole(line?.quantity ?? '') ?? 0);
  const available = Math.max(product.available + sum((line) => line?.kept?.reserved ?? 0), 0);
  return wanted > available ? { available, lacking: wanted - available } : null;
}
