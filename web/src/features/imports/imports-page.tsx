import { FileLock2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCan } from '@/lib/permissions';
import { EmptyState } from '@/ui/feedback/states';
import { ButtonLink } from '@/ui/form/button-link';
import { Card } from '@/ui/layout/card';
import { PageHeader } from '@/ui/layout/page-header';
import { ImportList } from './import-list';
import { Steps } from './steps';
import { strings } from './strings';
import { useSubject } from './subject';
import { UploadCard } from './upload-card';

/** Where an import begins, and where the earlier ones are. */
export function ImportsPage() {
  const { words } = useSubject();
  return (
    <ImportersOnly>
      <PageHeader title={words.title} subtitle={words.subtitle} />
      <Steps current="file" />
      <div className="stack-5">
        <UploadCard />
        <ImportList />
      </div>
    </ImportersOnly>
  );
}

/** A link to an import may reach a user who may not see one. */
export function ImportersOnly({ children }: { children: ReactNode }) {
  const { words, home } = useSubject();
  if (useCan('files.import')) return children;
  return (
    <>
      <PageHeader title={words.title} />
      <Card>
        <EmptyState icon={FileLock2} title={words.forbiddenTitle} text={strings.forbiddenText}>
          <ButtonLink to={home}>{words.back}</ButtonLink>
        </EmptyState>
      </Card>
    </>
  );
}
