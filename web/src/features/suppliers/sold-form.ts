import type { Product } from '@/features/shared/api';
import { chosen, passes, rulesFor } from '@/lib/checked-form';
import { moneyText, parseMoney } from '@/lib/money';
import { parseWhole } from '@/lib/parse-whole';
import type { Sold, SoldChange } from './api';
import { formStrings, soldStrings as s } from './strings';

export type SoldValues = {
  productId: Product | null;
  supplierSku: string;
  supplierName: string;
  packUnits: string;
  packPrice: string;
  minPacks: string;
  leadDays: string;
  preferred: boolean;
};

const positive = passes<string>((text) => (parseWhole(text) ?? 0) > 0 || s.packUnitsInvalid);

function hasFourDecimals(amount: number): boolean {
  return Number(amount.toFixed(4)) === amount;
}

/** The product is chosen only while it is added; afterwards it stays. */
export function soldRules(isNew: boolean) {
  return rulesFor<SoldValues>({
    ...(isNew && { productId: chosen(s.productRequired) }),
    packUnits: positive,
    minPacks: positive,
    packPrice: passes<string>((text) => {
      const amount = text.trim() === '' ? 0 : parseMoney(text);
      return (amount !== null && hasFourDecimals(amount)) || s.packPriceInvalid;
    }),
    leadDays: passes<string>((text) => {
      const days = text.trim() === '' ? 0 : parseWhole(text);
      return (days !== null && days >= 0 && days <= 365) || formStrings.leadDaysInvalid;
    }),
  });
}

/** A product that nobody else sells yet is bought here. */
export function soldValues(sold: Sold | null): SoldValues {
  if (sold === null) {
    const empty = { supplierSku: '', supplierName: '', packUnits: '1', packPrice: '', minPacks: '1', leadDays: '' };
    return { productId: null, ...empty, preferred: true };
  }
  const { supplierSku, supplierName, packUnits, packPrice, minPacks, leadDays, preferred, currency } = sold;
  return {
    productId: null,
    supplierSku,
    supplierName,
    preferred,
    packUnits: String(packUnits),
    packPrice: moneyText(packPrice ?? null, currency),
    minPacks: String(minPacks),
    leadDays: leadDays === null ? '' : String(leadDays),
  };
}

/** What the supplier sells as the server takes it. */
export function soldOf(values: SoldValues): SoldChange {
  const { supplierSku, supplierName, packUnits, packPrice, minPacks, leadDays, preferred } = values;
  return {
    supplierSku: supplierSku.trim(),
    supplierName: supplierName.trim(),
    preferred,
    packUnits: parseWhole(packUnits) ?? 1,
    minPacks: parseWhole(minPacks) ?? 1,
    packPrice: packPrice.trim() === '' ? null : parseMoney(packPrice),
    leadDays: leadDays.trim() === '' ? null : parseWhole(leadDays),
  };
}
