import { createFileRoute } from '@tanstack/react-router';
import { ImportsPage } from '@/features/imports/imports-page';
import { parseImportsSearch } from '@/features/imports/search';

export const Route = createFileRoute('/_app/productos_/importar')({
  validateSearch: parseImportsSearch,
  component: ImportsPage,
});
