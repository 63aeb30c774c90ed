import type { Product } from '@/features/shared/api';
import { checkQuantity } from '@/features/shared/check-quantity';
import type { PickedSupplier } from '@/features/shared/supplier-picker';
import { chosen, lines, passes, rulesFor } from '@/lib/checked-form';
import { moneyText, parseMoney } from '@/lib/money';
import { parseWhole } from '@/lib/parse-whole';
import type { NewPurchase, Purchase, PurchaseChange, PurchaseLine } from './api';
import { formStrings as s } from './strings';

/** As much of a product as a line has to know. */
export type LineProduct = Pick<Product, 'idProduct' | 'name' | 'sku'>;

export type LineValues = {
  /** A product stands under the name that the server gives its messages about it. */
  productId: LineProduct | null;
  quantity: string;
  packUnits: string;
  packPrice: string;
  discount: string;
  /** What the supplier calls it. */
  supplierSku: string;
};

export type PurchaseValues = {
  supplierId: PickedSupplier | null;
  locationId: string;
  expectedOn: string;
  rate: string;
  notes: string;
  lines: LineValues[];
};

export const emptyLine: LineValues = {
  productId: null,
  quantity: '',
  packUnits: '1',
  packPrice: '',
  discount: '',
  supplierSku: '',
};

export const emptyPurchase: PurchaseValues = {
  supplierId: null,
  locationId: '',
  expectedOn: '',
  rate: '',
  notes: '',
  lines: [emptyLine],
};

/** A draft as the form shows it. */
export function valuesOf(purchase: Purchase): PurchaseValues {
  const { supplierId, supplier, currency, locationId, expectedOn, rate, notes } = purchase;
  return {
    supplierId: { id: supplierId, name: supplier, currency },
    locationId: String(locationId),
    expectedOn: expectedOn ?? '',
    rate: rate === null ? '' : String(rate).replace('.', ','),
    notes,
    lines: purchase.lines.length === 0 ? [emptyLine] : purchase.lines.map((line) => lineValues(line, currency)),
  };
}

function lineValues(line: PurchaseLine, currency: string): LineValues {
  const { productId, sku, name, quantity, packUnits, packPrice, discount, supplierSku } = line;
  return {
    productId: { idProduct: productId, sku, name },
    quantity: String(quantity),
    packUnits: String(packUnits),
    packPrice: moneyText(packPrice ?? null, currency),
    discount: discount ? String(discount).replace('.', ',') : '',
    supplierSku,
  };
}

export function parseRate(text: string): number | null {
  const rate = Number(text.trim().replace(',', '.'));
  return text.trim() !== '' && Number.isFinite(rate) && rate > 0 ? rate : null;
}

/** «12,5» percent; nothing is none. */
export function parseDiscount(text: string): number | null {
  if (text.trim() === '') return 0;
  const percent = Number(text.trim().replace(',', '.'));
  return Number.isFinite(percent) && percent >= 0 && percent <= 100 ? percent : null;
}

function isPrice(text: string): boolean {
  const price = parseMoney(text);
  return price !== null && Number(price.toFixed(4)) === price;
}

export const purchaseRules = rulesFor<PurchaseValues>({
  supplierId: chosen(s.supplierRequired),
  rate: passes<string>((text) => text.trim() === '' || parseRate(text) !== null || s.rateInvalid),
  lines: lines<LineValues>((line) =>
    isBlank(line)
      ? {}
      : {
          productId: line.productId !== null || s.productRequired,
          quantity: checkQuantity(line.quantity),
          packUnits: (parseWhole(line.packUnits) ?? 0) > 0 || s.packUnitsInvalid,
          packPrice: line.packPrice.trim() === '' || isPrice(line.packPrice) || s.priceInvalid,
          discount: parseDiscount(line.discount) !== null || s.discountInvalid,
        },
  ),
});

/** A line that nobody has touched is not sent. */
export function isBlank({ productId, quantity, packPrice }: LineValues): boolean {
  return productId === null && quantity.trim() === '' && packPrice.trim() === '';
}

function linesOf(values: PurchaseValues): NonNullable<NewPurchase['lines']> {
  return values.lines
    .filter((line) => !isBlank(line))
    .map(({ productId, quantity, packUnits, packPrice, discount }) => ({
      productId: productId?.idProduct ?? 0,
      quantity: parseWhole(quantity) ?? 0,
      packUnits: parseWhole(packUnits) ?? 1,
      packPrice: packPrice.trim() === '' ? null : parseMoney(packPrice),
      discount: parseDiscount(discount) ?? 0,
    }));
}

/** The draft as the server takes it, without what was left empty. */
export function purchaseOf(values: PurchaseValues): NewPurchase {
  const { supplierId, locationId, expectedOn, rate, notes } = values;
  return {
    supplierId: supplierId?.id ?? 0,
    ...(locationId !== '' && { locationId: Number(locationId) }),
    ...(expectedOn !== '' && { expectedOn }),
    ...(parseRate(rate) !== null && { rate: parseRate(rate) }),
    ...(notes.trim() !== '' && { notes: notes.trim() }),
    lines: linesOf(values),
  };
}

/** All of a draft, as it should be. */
export function changeOf(values: PurchaseValues): PurchaseChange {
  const { supplierId, locationId, expectedOn, rate, notes } = values;
  return {
    supplierId: supplierId?.id ?? 0,
    ...(locationId !== '' && { locationId: Number(locationId) }),
    expectedOn: expectedOn === '' ? null : expectedOn,
    rate: parseRate(rate),
    notes: notes.trim(),
    lines: linesOf(values),
  };
}

type LineField = `lines.${number}.${'productId' | 'quantity' | 'packUnits' | 'packPrice' | 'discount'}`;
type TextField = 'supplierId' | 'locationId' | 'expectedOn' | 'rate' | 'notes';

const lineFields: readonly string[] = ['productId', 'quantity', 'packUnits', 'packPrice', 'discount'];
const textFields: readonly string[] = ['supplierId', 'locationId', 'expectedOn', 'rate', 'notes'];

/** The field of the form that a message of the server («lines[2].quantity») is about; null when it is none. */
export function formField(serverField: string): LineField | TextField | null {
  const [, line = '', field = ''] = /^lines\[(\d+)\]\.(\w+)$/.exec(serverField) ?? [];
  if (lineFields.includes(field)) return `lines.${Number(line)}.${field}` as LineField;
  return textFields.includes(serverField) ? (serverField as TextField) : null;
}

/** How many units the lines ask for, and what they come to; the server rounds each line as it does. */
export function sumOf(values: LineValues[]): { lines: number; units: number; total: number } {
  let units = 0;
  let cents = 0;
  const written = values.filter((line) => !isBlank(line));
  for (const { quantity, packUnits, packPrice, discount } of written) {
    const count = parseWhole(quantity) ?? 0;
    units += count;
    const packs = count / (parseWhole(packUnits) || 1);
    cents += Math.round(packs * (parseMoney(packPrice) ?? 0) * (100 - (parseDiscount(discount) ?? 0)));
  }
  return { lines: written.length, units, total: cents / 100 };
}

export type Pasted = { sku: string; quantity: number; packPrice: number | null };

/** What was copied from a spreadsheet: SKU, units and perhaps a price, one line each; or the line that is wrong. */
export function parsePasted(text: string): Pasted[] | { wrong: number } {
  const pasted: Pasted[] = [];
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    if (row.trim() === '') continue;
    const [sku = '', units = '', price = ''] = row.split(/\t|;/).map((cell) => cell.trim());
    const quantity = parseWhole(units) ?? 0;
    if (sku === '' || quantity === 0) return { wrong: index + 1 };
    pasted.push({ sku, quantity, packPrice: price === '' ? null : parseMoney(price) });
  }
  return pasted;
}
