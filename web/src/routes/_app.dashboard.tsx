import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '@/features/dashboard/dashboard-page';

export const Route = createFileRoute('/_app/dashboard')({ component: Dashboard });

function Dashboard() {
  return <DashboardPage loadHistory={() => import('@/features/movements/history/movement-history')} />;
}
