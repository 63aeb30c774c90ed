import { createFileRoute } from '@tanstack/react-router';
import { ProductsPage } from '@/features/products/list/products-page';
import { parseProductsSearch } from '@/features/products/list/search';
import { onlyKnown } from '@/lib/search-params';

export const Route = createFileRoute('/_app/productos')({
  validateSearch: onlyKnown(parseProductsSearch),
  component: ProductsPage,
});
