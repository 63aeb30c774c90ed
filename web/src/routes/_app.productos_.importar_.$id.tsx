import { createFileRoute } from '@tanstack/react-router';
import { ImportPage } from '@/features/imports/import-page';
import { parseImportSearch } from '@/features/imports/search';

export const Route = createFileRoute('/_app/productos_/importar_/$id')({
  validateSearch: parseImportSearch,
  component: ImportPage,
});
