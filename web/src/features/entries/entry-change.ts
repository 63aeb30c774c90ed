import { checkQuantity } from '@/features/shared/check-quantity';
import { passes, rulesFor } from '@/lib/checked-form';
import { moneyText, parseMoney } from '@/lib/money';
import { parseWhole } from '@/lib/parse-whole';
import type { Entry, EntryChange } from './api';
import { checkCost } from './checks';
import type { EntryType } from './strings';

export type EditValues = {
  entryType: EntryType;
  quantity: string;
  unitCost: string;
  reason: string;
  notes: string;
  locationId: string;
};

export const editRules = rulesFor<EditValues>({
  quantity: passes(checkQuantity),
  unitCost: passes(checkCost),
});

export function valuesOf(entry: Entry): EditValues {
  return {
    entryType: entry.entryType,
    quantity: String(entry.quantity),
    unitCost: moneyText(entry.unitCost ?? null, entry.currency),
    reason: entry.reason,
    notes: entry.notes,
    locationId: String(entry.locationId),
  };
}

/** Only what was changed is sent: what is left alone keeps whatever another user may have written. */
export function changeOf(seen: Entry, values: EditValues): EntryChange {
  const quantity = parseWhole(values.quantity) ?? 0;
  const unitCost = values.unitCost.trim() === '' ? null : parseMoney(values.unitCost);
  const reason = values.reason.trim();
  const notes = values.notes.trim();
  const locationId = Number(values.locationId);
  return {
    ...(values.entryType !== seen.entryType && { entryType: values.entryType }),
    ...(quantity !== seen.quantity && { quantity }),
    // It is not there for a person who may not know it.
    ...(seen.unitCost !== undefined && unitCost !== seen.unitCost && { unitCost }),
    ...(reason !== seen.reason && { reason }),
    ...(notes !== seen.notes && { notes }),
    ...(locationId !== seen.locationId && { locationId }),
  };
}
