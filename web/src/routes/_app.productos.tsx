import { createFileRoute } from '@tanstack/react-router';
import { ProductsPage } from '@/features/products/products-page';
import { parseProductsSearch } from '@/features/products/search';

export const Route = createFileRoute('/_app/productos')({
  validateSearch: parseProductsSearch,
  component: ProductsPage,
});
