import { createFileRoute } from '@tanstack/react-router';
import { parseDetailsSearch } from '@/features/products/details-search';
import { ProductPage } from '@/features/products/product-page';
import { onlyKnown } from '@/lib/search-params';

export const Route = createFileRoute('/_app/productos_/$id')({
  validateSearch: onlyKnown(parseDetailsSearch),
  component: ProductPage,
});
