import { createFileRoute } from '@tanstack/react-router';
import { parseDetailsSearch } from '@/features/products/details-search';
import { ProductPage } from '@/features/products/product-page';

export const Route = createFileRoute('/_app/productos_/$id')({
  validateSearch: parseDetailsSearch,
  component: ProductPage,
});
