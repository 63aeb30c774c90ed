import { createFileRoute } from '@tanstack/react-router';
import { ProductsPage } from '@/features/products/products-page';
import { parseProductsSearch } from '@/features/products/search';
import { onlyKnown } from '@/lib/search-params';

export const Route = createFileRoute('/_app/productos')({
  validateSearch: onlyKnown(parseProductsSearch),
  component: ProductsPage,
});
