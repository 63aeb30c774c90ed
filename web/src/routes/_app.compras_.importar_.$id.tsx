import { createFileRoute } from '@tanstack/react-router';
import { ImportPage } from '@/features/imports/import-page';
import { parseImportSearch } from '@/features/imports/search';
import { SubjectContext } from '@/features/imports/subject';

export const Route = createFileRoute('/_app/compras_/importar_/$id')({
  validateSearch: parseImportSearch,
  component: () => (
    <SubjectContext value="purchases">
      <ImportPage />
    </SubjectContext>
  ),
});
