import { LayoutDashboard } from 'lucide-react';
import { Card } from '@/ui/card';
import { PageHeader } from '@/ui/page-header';
import { EmptyState } from '@/ui/states';
import { strings } from './strings';

export function DashboardPage() {
  return (
    <>
      <PageHeader title={strings.title} subtitle={strings.subtitle} />
      <Card>
        <EmptyState icon={LayoutDashboard} title={strings.emptyTitle} text={strings.emptyText} />
      </Card>
    </>
  );
}
