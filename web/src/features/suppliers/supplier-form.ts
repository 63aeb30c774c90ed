import { filled, passes, rulesFor } from '@/lib/checked-form';
import { moneyText, parseMoney } from '@/lib/money';
import { parseWhole } from '@/lib/parse-whole';
import type { NewSupplier, Supplier } from './api';
import { formStrings as s } from './strings';

export type SupplierValues = {
  name: string;
  taxId: string;
  contact: string;
  email: string;
  phone: string;
  address: string;
  website: string;
  currency: string;
  leadDays: string;
  minOrder: string;
  paymentTerms: string;
  notes: string;
};

const leadDaysMax = 365;

export const supplierRules = rulesFor<SupplierValues>({
  name: filled(s.nameRequired),
  leadDays: passes<string>((text) => text.trim() === '' || isLead(text) || s.leadDaysInvalid),
  minOrder: passes<string>((text) => text.trim() === '' || parseMoney(text) !== null || s.minOrderInvalid),
});

function isLead(text: string): boolean {
  const days = parseWhole(text);
  return days !== null && days >= 0 && days <= leadDaysMax;
}

/** What the form begins with: a supplier as it is, or a new one in the currency of costs. */
export function valuesOf(supplier: Supplier | null, currency: string): SupplierValues {
  if (supplier === null) {
    const empty = { name: '', taxId: '', contact: '', email: '', phone: '', address: '', website: '' };
    return { ...empty, currency, leadDays: '', minOrder: '', paymentTerms: '', notes: '' };
  }
  return {
    name: supplier.name,
    taxId: supplier.taxId,
    contact: supplier.contact,
    email: supplier.email,
    phone: supplier.phone,
    address: supplier.address,
    website: supplier.website,
    currency: supplier.currency,
    leadDays: supplier.leadDays === null ? '' : String(supplier.leadDays),
    minOrder: moneyText(supplier.minOrder ?? null, supplier.currency),
    paymentTerms: supplier.paymentTerms,
    notes: supplier.notes,
  };
}

/** The supplier as the server takes it. */
export function supplierOf(values: SupplierValues): NewSupplier {
  const { leadDays, minOrder, ...texts } = values;
  return {
    ...texts,
    leadDays: leadDays.trim() === '' ? null : parseWhole(leadDays),
    minOrder: minOrder.trim() === '' ? null : parseMoney(minOrder),
  };
}
