import type { Product } from '@/features/shared/api';
import { emptyTerms, type SoldTerms, termRules, termsOf, termsText } from '@/features/shared/sold-terms';
import { chosen, rulesFor } from '@/lib/checked-form';
import type { Sold, SoldChange } from './api';
import { soldStrings as s } from './strings';

export type SoldValues = SoldTerms & { productId: Product | null; supplierName: string };

/** The product is chosen only while it is added; afterwards it stays. */
export function soldRules(isNew: boolean) {
  return rulesFor<SoldValues>({ ...(isNew && { productId: chosen(s.productRequired) }), ...termRules });
}

/** A product that nobody else sells yet is bought here. */
export function soldValues(sold: Sold | null): SoldValues {
  if (sold === null) return { productId: null, supplierName: '', ...emptyTerms, preferred: true };
  return { productId: null, supplierName: sold.supplierName, ...termsText(sold) };
}

/** What the supplier sells as the server takes it. */
export function soldOf(values: SoldValues): SoldChange {
  return { ...termsOf(values), supplierName: values.supplierName.trim() };
}
