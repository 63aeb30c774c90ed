import { createFileRoute } from '@tanstack/react-router';
import { ImportsPage } from '@/features/imports/imports-page';
import { parseImportsSearch } from '@/features/imports/search';
import { SubjectContext } from '@/features/imports/subject';

export const Route = createFileRoute('/_app/compras_/importar')({
  validateSearch: parseImportsSearch,
  component: () => (
    <SubjectContext value="purchases">
      <ImportsPage />
    </SubjectContext>
  ),
});
