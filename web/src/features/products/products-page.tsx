import { PackageOpen } from 'lucide-react';
import { Card } from '@/ui/card';
import { PageHeader } from '@/ui/page-header';
import { EmptyState } from '@/ui/states';
import { strings } from './strings';

export function ProductsPage() {
  return (
    <>
      <PageHeader title={strings.title} subtitle={strings.subtitle} />
      <Card>
        <EmptyState icon={PackageOpen} title={strings.emptyTitle} text={strings.emptyText} />
      </Card>
    </>
  );
}
