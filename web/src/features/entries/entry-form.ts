import type { Product } from '@/features/shared/api';
import { checkQuantity } from '@/features/shared/check-quantity';
import { lines, rulesFor } from '@/lib/checked-form';
import { parseMoney } from '@/lib/money';
import { parseWhole } from '@/lib/parse-whole';
import type { EntryLine } from './api';
import { checkCost } from './checks';
import { type EntryType, formStrings as s } from './strings';

/** A product stands under the name that the server gives its messages about it. */
export type LineValues = { productId: Product | null; quantity: string; unitCost: string };

/** What is the same for everything that arrives together stands once. */
export type NewEntryValues = {
  entryType: EntryType;
  reason: string;
  notes: string;
  locationId: string;
  lines: LineValues[];
};

export const emptyLine: LineValues = { productId: null, quantity: '', unitCost: '' };

export const newEntryRules = rulesFor<NewEntryValues>({
  lines: lines<LineValues>(({ productId, quantity, unitCost }) => ({
    productId: productId !== null || s.productRequired,
    quantity: checkQuantity(quantity),
    unitCost: checkCost(unitCost),
  })),
});

/** A line that nobody has touched is not sent. */
export function isBlank({ productId, quantity, unitCost }: LineValues): boolean {
  return productId === null && quantity.trim() === '' && unitCost.trim() === '';
}

/** The lines as the server takes them, each with what they share. */
export function linesOf(values: NewEntryValues): EntryLine[] {
  const { entryType, locationId, lines } = values;
  const reason = values.reason.trim();
  const notes = values.notes.trim();
  return lines.map(({ productId, quantity, unitCost }) => ({
    productId: productId?.idProduct ?? 0,
    quantity: parseWhole(quantity) ?? 0,
    entryType,
    ...(reason !== '' && { reason }),
    ...(notes !== '' && { notes }),
    ...(unitCost.trim() !== '' && { unitCost: parseMoney(unitCost) }),
    ...(locationId !== '' && { locationId: Number(locationId) }),
  }));
}

export type LineField = `lines.${number}.${keyof LineValues}`;
export type SharedField = 'entryType' | 'reason' | 'notes' | 'locationId';

const lineFields: readonly string[] = ['productId', 'quantity', 'unitCost'];
const sharedFields: readonly string[] = ['entryType', 'reason', 'notes', 'locationId'];

/** The field of the form that a message of the server («lines[2].quantity») is about; null when it is none. */
export function formField(serverField: string): LineField | SharedField | null {
  const match = /^lines\[(\d+)\]\.(\w+)$/.exec(serverField);
  const [, line = '', field = ''] = match ?? [];
  if (lineFields.includes(field)) return `lines.${Number(line)}.${field as keyof LineValues}`;
  return sharedFields.includes(field) ? (field as SharedField) : null;
}

/** How many units the lines hold, and what they cost where every line says so. */
export function sumOf(lines: LineValues[]): { units: number; cost: number | null } {
  let units = 0;
  let cost: number | null = 0;
  for (const line of lines) {
    const quantity = parseWhole(line.quantity) ?? 0;
    const unitCost = parseMoney(line.unitCost);
    units += quantity;
    cost = cost === null || unitCost === null ? null : cost + quantity * unitCost;
  }
  return { units, cost: lines.length === 0 ? null : cost };
}
