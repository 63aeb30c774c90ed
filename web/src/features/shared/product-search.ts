import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/lib/client';
import type { Product } from './api';
import { strings } from './strings';

/** What the server finds for a few letters or a code; exact SKUs and barcodes come first. */
export function productSearchQuery(q: string, limit = 8) {
  return queryOptions({
    queryKey: ['products', 'search', q, limit],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/products/search/', { params: { query: { q, limit } }, signal }), strings.picker.failed),
    placeholderData: keepPreviousData,
  });
}

/** The product that carries exactly this code, as a reader of barcodes sends it. */
export function productWithCode(products: Product[], code: string): Product | undefined {
  const wanted = code.toLocaleLowerCase('es');
  return products.find(
    ({ sku, barcode }) => sku.toLocaleLowerCase('es') === wanted || barcode.toLocaleLowerCase('es') === wanted,
  );
}
