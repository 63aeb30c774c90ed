import { createFileRoute } from '@tanstack/react-router';
import { ProductPage } from '@/features/products/detail/product-page';
import { parseDetailsSearch } from '@/features/products/detail/search';
import { onlyKnown } from '@/lib/search-params';

export const Route = createFileRoute('/_app/productos_/$id')({
  validateSearch: onlyKnown(parseDetailsSearch),
  component: ProductPage,
});
