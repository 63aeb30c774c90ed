import { createFileRoute } from '@tanstack/react-router';
import { parseSupplierSearch } from '@/features/suppliers/search';
import { SupplierPage } from '@/features/suppliers/supplier-page';
import { onlyKnown } from '@/lib/search-params';

export const Route = createFileRoute('/_app/proveedores_/$id')({
  validateSearch: onlyKnown(parseSupplierSearch),
  component: SupplierPage,
});
