import {
  checkCount,
  checkLeadDays,
  checkPackPrice,
  emptyTerms,
  type SoldTerms,
  termsOf,
  termsText,
} from '@/features/shared/sold-terms';
import type { PickedSupplier } from '@/features/shared/supplier-picker';
import { lines, rulesFor } from '@/lib/checked-form';
import type { ProductSupplier, WantedSuppliers } from './api';
import { suppliersStrings as s } from './strings';

/** A supplier stands under the name that the server gives its messages about it. */
export type SupplierLine = SoldTerms & { supplierId: PickedSupplier | null };
export type SuppliersValues = { suppliers: SupplierLine[] };

/** Who sells it first is whom it is bought from. */
export function emptyLine(isFirst: boolean): SupplierLine {
  return { supplierId: null, ...emptyTerms, preferred: isFirst };
}

export function suppliersValues(sold: ProductSupplier[]): SuppliersValues {
  return {
    suppliers: sold.map((one) => ({
      supplierId: { id: one.supplierId, name: one.supplier, currency: one.currency },
      ...termsText(one),
    })),
  };
}

/** The rules of the lines, of which no two may name the same supplier. */
export const suppliersRules = rulesFor<SuppliersValues>({
  suppliers: lines<SupplierLine>((line) => ({
    supplierId: line.supplierId !== null || s.supplierRequired,
    packUnits: checkCount(line.packUnits),
    minPacks: checkCount(line.minPacks),
    packPrice: checkPackPrice(line.packPrice),
    leadDays: checkLeadDays(line.leadDays),
  })),
});

/** One is preferred at most: whoever gets it takes it from the others. */
export function withPreferred(all: SupplierLine[], index: number, preferred: boolean): SupplierLine[] {
  return all.map((line, at) => ({ ...line, preferred: at === index ? preferred : line.preferred && !preferred }));
}

/** All suppliers of the product as the server takes them; a price goes with them where it may be seen. */
export function suppliersOf({ suppliers }: SuppliersValues, withCosts: boolean): WantedSuppliers {
  return suppliers.map((line) => {
    const { packPrice, ...terms } = termsOf(line);
    return { supplierId: line.supplierId?.id ?? 0, ...terms, ...(withCosts && { packPrice }) };
  });
}

const fields = ['supplierId', 'supplierSku', 'packUnits', 'packPrice', 'minPacks', 'leadDays', 'preferred'] as const;
type LineField = `suppliers.${number}.${(typeof fields)[number]}`;

/** The field of the form that a message of the server («suppliers[1].packUnits») is about; null when it is none. */
export function formField(serverField: string): LineField | null {
  const [, line, name] = /^suppliers\[(\d+)\]\.(\w+)$/.exec(serverField) ?? [];
  const field = fields.find((known) => known === name);
  return field === undefined ? null : `suppliers.${Number(line)}.${field}`;
}
