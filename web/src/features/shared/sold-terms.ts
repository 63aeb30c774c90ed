import { passes } from '@/lib/checked-form';
import { moneyText, parseMoney } from '@/lib/money';
import { parseWhole } from '@/lib/parse-whole';

/** On which terms a supplier sells a product, as fields have them. */
export type SoldTerms = {
  supplierSku: string;
  packUnits: string;
  packPrice: string;
  minPacks: string;
  leadDays: string;
  preferred: boolean;
};

export const termStrings = {
  supplierSku: 'Su código',
  packUnits: 'Unidades por envase',
  packPrice: 'Precio del envase',
  min: 'Mínimo de envases',
  leadDays: 'Plazo de entrega (días)',
  countInvalid: 'Debe ser un número entero mayor que 0',
  packPriceInvalid: 'El precio debe ser un número con cuatro decimales como mucho',
  leadDaysInvalid: 'El plazo debe ser un número entero entre 0 y 365',
};

export const emptyTerms: SoldTerms = {
  supplierSku: '',
  packUnits: '1',
  packPrice: '',
  minPacks: '1',
  leadDays: '',
  preferred: false,
};

export function checkCount(text: string): string | true {
  return (parseWhole(text) ?? 0) > 0 || termStrings.countInvalid;
}

export function checkPackPrice(text: string): string | true {
  const amount = text.trim() === '' ? 0 : parseMoney(text);
  return (amount !== null && Number(amount.toFixed(4)) === amount) || termStrings.packPriceInvalid;
}

export function checkLeadDays(text: string): string | true {
  const days = text.trim() === '' ? 0 : parseWhole(text);
  return (days !== null && days >= 0 && days <= 365) || termStrings.leadDaysInvalid;
}

/** The rules of a form about one product of one supplier. */
export const termRules = {
  packUnits: passes(checkCount),
  minPacks: passes(checkCount),
  packPrice: passes(checkPackPrice),
  leadDays: passes(checkLeadDays),
};

type Sold = {
  supplierSku: string;
  packUnits: number;
  packPrice?: number | null;
  currency: string;
  minPacks: number;
  leadDays: number | null;
  preferred: boolean;
};

/** The terms as fields show them. */
export function termsText(sold: Sold): SoldTerms {
  const { supplierSku, packUnits, packPrice, currency, minPacks, leadDays, preferred } = sold;
  return {
    supplierSku,
    preferred,
    packUnits: String(packUnits),
    packPrice: moneyText(packPrice ?? null, currency),
    minPacks: String(minPacks),
    leadDays: leadDays === null ? '' : String(leadDays),
  };
}

/** The terms as the server takes them. */
export function termsOf({ supplierSku, packUnits, packPrice, minPacks, leadDays, preferred }: SoldTerms) {
  return {
    supplierSku: supplierSku.trim(),
    preferred,
    packUnits: parseWhole(packUnits) ?? 1,
    minPacks: parseWhole(minPacks) ?? 1,
    packPrice: packPrice.trim() === '' ? null : parseMoney(packPrice),
    leadDays: leadDays.trim() === '' ? null : parseWhole(leadDays),
  };
}
