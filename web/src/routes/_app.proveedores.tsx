import { createFileRoute } from '@tanstack/react-router';
import { parseSuppliersSearch } from '@/features/suppliers/search';
import { SuppliersPage } from '@/features/suppliers/suppliers-page';
import { onlyKnown } from '@/lib/search-params';

export const Route = createFileRoute('/_app/proveedores')({
  validateSearch: onlyKnown(parseSuppliersSearch),
  component: SuppliersPage,
});
