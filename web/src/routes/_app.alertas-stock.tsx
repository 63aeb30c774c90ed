import { createFileRoute } from '@tanstack/react-router';
import { AlertsPage } from '@/features/alerts/alerts-page';

export const Route = createFileRoute('/_app/alertas-stock')({ component: AlertsPage });
