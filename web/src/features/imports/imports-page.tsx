import { FileLock2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCan } from '@/lib/permissions';
import { ButtonLink } from '@/ui/button-link';
import { Card } from '@/ui/card';
import { PageHeader } from '@/ui/page-header';
import { EmptyState } from '@/ui/states';
import { ImportList } from './import-list';
import { Steps } from './steps';
import { strings } from './strings';
import { UploadCard } from './upload-card';

/** Where an import begins, and where the earlier ones are. */
export function ImportsPage() {
  return (
    <ImportersOnly>
      <PageHeader title={strings.title} subtitle={strings.subtitle} />
      <Steps current="file" />
      <div className="space-y-5">
        <UploadCard />
        <ImportList />
      </div>
    </ImportersOnly>
  );
}

/** A link to an import may reach somebody who may not see one. */
export function ImportersOnly({ children }: { children: ReactNode }) {
  if (useCan('products.import')) return children;
  return (
    <>
      <PageHeader title={strings.title} />
      <Card>
        <EmptyState icon={FileLock2} title={strings.forbiddenTitle} text={strings.forbiddenText}>
          <ButtonLink to="/productos">{strings.backToProducts}</ButtonLink>
        </EmptyState>
      </Card>
    </>
  );
}
