import { BellRing } from 'lucide-react';
import { Card } from '@/ui/card';
import { PageHeader } from '@/ui/page-header';
import { EmptyState } from '@/ui/states';
import { strings } from './strings';

export function AlertsPage() {
  return (
    <>
      <PageHeader title={strings.title} subtitle={strings.subtitle} />
      <Card>
        <EmptyState icon={BellRing} title={strings.emptyTitle} text={strings.emptyText} />
      </Card>
    </>
  );
}
